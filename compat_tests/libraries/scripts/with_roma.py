"""roma: rotations as vectors, quaternions and matrices, their means and interpolations, fitted by gradient."""

import roma
import torch

torch.manual_seed(0)
vectors = torch.randn(5, 3)
matrices = roma.rotvec_to_rotmat(vectors)
quaternions = roma.rotmat_to_unitquat(matrices)
print(roma.rotmat_to_rotvec(matrices).tolist(), quaternions.tolist())
print(roma.special_procrustes(torch.randn(3, 3)).tolist(), roma.rotmat_geodesic_distance(matrices[0], matrices[1]).item())
print(roma.unitquat_slerp(quaternions[0], quaternions[1], torch.linspace(0, 1, 3)).tolist(), roma.random_rotmat(2).tolist())
x = torch.randn(10, 3)
turned = x @ matrices[2].T + 0.5
print([part.tolist() for part in roma.rigid_points_registration(x, turned)])
angle = torch.zeros(3, requires_grad=True)
optimizer = torch.optim.Adam([angle], 0.1)
for _ in range(4):
    loss = (x @ roma.rotvec_to_rotmat(angle).T - turned).square().mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
print(roma.rotmat_to_euler("xyz", matrices).tolist() if hasattr(roma, "rotmat_to_euler") else "")
