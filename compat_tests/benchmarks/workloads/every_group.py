"""All workloads that a worker can run, in the order of the report."""

from __future__ import annotations

from . import autograd as workloads_autograd
from . import elementwise as workloads_elementwise
from . import func as workloads_func
from . import layers as workloads_layers
from . import overhead as workloads_overhead
from . import reductions as workloads_reductions
from . import training as workloads_training
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
