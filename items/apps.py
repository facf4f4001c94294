from django.apps import AppConfig

from hub.core.loading import load_operations


class ItemsConfig(AppConfig):
    """Items, notes, history, edges, claims, owners, imports."""

    name = "items"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from items import orientation  # noqa: F401 - fills the contributions of kairos_boards

        load_operations(self.name)
