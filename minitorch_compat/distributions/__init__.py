"""`torch.distributions`: probability distributions. https://docs.pytorch.org/docs/stable/distributions.html"""
from __future__ import annotations

from .._names import missing
from . import constraints, kl
from .continuous import Exponential, Laplace, LogNormal, MultivariateNormal, Normal, Uniform
from .discrete import Bernoulli, Categorical, Geometric, OneHotCategorical, Poisson
from .distribution import Distribution, ExponentialFamily
from .independent import Independent
from .kl import kl_divergence, register_kl

__all__ = [
    "Bernoulli",
    "Categorical",
    "Distribution",
    "Exponential",
    "ExponentialFamily",
    "Geometric",
    "Independent",
    "Laplace",
    "LogNormal",
    "MultivariateNormal",
    "Normal",
    "OneHotCategorical",
    "Poisson",
    "Uniform",
    "constraints",
    "kl",
    "kl_divergence",
    "register_kl",
]

__getattr__ = missing("torch.distributions", __name__)
