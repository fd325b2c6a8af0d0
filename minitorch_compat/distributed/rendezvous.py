"""`torch.distributed.rendezvous`, as a module."""
from __future__ import annotations

from ._rendezvous import register_rendezvous_handler, rendezvous

__all__ = ["register_rendezvous_handler", "rendezvous"]
