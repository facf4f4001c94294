from django.apps import AppConfig

from hub.core.loading import load_operations


class IdentityConfig(AppConfig):
    """Organizations, people, service accounts, agents, keys, sign-in."""

    name = "hub.identity"
    label = "identity"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        load_operations(self.name)
