"""All workloads that a worker can run, in the order of the report."""

from __future__ import annotations

from . import (
    workloads_autograd,
    workloads_elementwise,
    workloads_func,
    workloads_layers,
    workloads_overhead,
    workloads_reductions,
    workloads_training,
)
from .workload import Workload

WORKLOADS: dict[str, Workload] = {
    workload.key: workload
    for module in (
        workloads_overhead,
        workloads_training,
        workloads_elementwise,
        workloads_reductions,
        workloads_layers,
        workloads_autograd,
        workloads_func,
    )
    for workload in module.WORKLOADS
}
