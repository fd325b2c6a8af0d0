"""torchinfo: the summary of a small network."""

import torch
from torchinfo import summary

model = torch.nn.Sequential(
    torch.nn.Conv2d(3, 8, 3, padding=1),
    torch.nn.BatchNorm2d(8),
    torch.nn.ReLU(),
    torch.nn.MaxPool2d(2),
    torch.nn.Flatten(),
    torch.nn.Linear(8 * 16, 10),
)
print(summary(model, (2, 3, 8, 8), verbose=0, depth=2, col_names=("input_size", "output_size", "num_params", "kernel_size", "mult_adds")))
print(summary(torch.nn.LSTM(5, 7, 2), (9, 2, 5), verbose=0))
