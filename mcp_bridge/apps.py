from django.apps import AppConfig


class McpBridgeConfig(AppConfig):
    """The MCP endpoint. Knows the registry and identity, no domain app."""

    name = "mcp_bridge"
    default_auto_field = "django.db.models.BigAutoField"
