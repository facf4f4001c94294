"""One REST route over a probe."""

from hub.core import rest
from hub.core.rest import Route

urlpatterns = rest.urls([Route("GET", "probe", "probe_echo")])
