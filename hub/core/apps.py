from django.apps import AppConfig


class CoreConfig(AppConfig):
    """The operation kernel. Imports nothing else of ours."""

    name = "hub.core"
    label = "core"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from hub.core import retention, sqlite_functions  # noqa: F401 - a job, a listener
