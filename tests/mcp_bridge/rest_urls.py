"""One REST route over a probe, and the metadata document."""

from hub.core import rest
from hub.core.rest import Route
from mcp_bridge import metadata

urlpatterns = [*rest.urls([Route("GET", "probe", "probe_echo")]), *metadata.urlpatterns]
