"""array_api_compat: the torch namespace of the array API; scikit-learn's dispatch on tensors."""

import os

os.environ["SCIPY_ARRAY_API"] = "1"
import array_api_compat
import sklearn
import torch
from sklearn.decomposition import PCA
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.linear_model import Ridge
from sklearn.metrics import accuracy_score, r2_score
from sklearn.preprocessing import MinMaxScaler, StandardScaler

torch.manual_seed(0)
x = torch.randn(50, 4, dtype=torch.float64)
xp = array_api_compat.array_namespace(x)
print(xp.__name__, array_api_compat.is_torch_array(x), xp.mean(x, axis=0).tolist(), xp.astype(x, xp.int64).sum().item())
print(xp.unique_values(xp.asarray([3, 1, 3])).tolist(), xp.linalg.svdvals(x).tolist(), xp.isdtype(x.dtype, "real floating"))
print(xp.concat([x, x], axis=1).shape, xp.std(x, correction=1).item(), xp.matmul(x.T, x).trace().item(), xp.nonzero(x > 1)[0].shape)
y = (x[:, 0] > 0).long()
with sklearn.config_context(array_api_dispatch=True):
    print(PCA(2, svd_solver="full").fit(x).explained_variance_.tolist(), StandardScaler().fit_transform(x).std().item())
    print(LinearDiscriminantAnalysis().fit(x, y).predict(x)[:10].tolist(), MinMaxScaler().fit_transform(x)[0].tolist())
    print(Ridge(solver="svd").fit(x, x[:, 0]).coef_.tolist(), accuracy_score(y, y), r2_score(x[:, 0], x[:, 1]))
