"""All workloads that a worker can run, in the order of the report."""

from __future__ import annotations

from . import workloads_elementwise, workloads_func, workloads_overhead, workloads_training
from .workload import Workload

WORKLOADS: dict[str, Workload] = {
    workload.key: workload
    for module in (workloads_overhead, workloads_training, workloads_elementwise, workloads_func)
    for workload in module.WORKLOADS
}
