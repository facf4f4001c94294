"""The product's ASGI application with the probes among its tools, for servers of their own."""

from hub.asgi import application
from tests.mcp_bridge import probes

probes.declare()

__all__ = ["application"]
