from django.apps import AppConfig

from hub.core.loading import load_operations


class IdentityConfig(AppConfig):
    """Organizations, people, service accounts, agents, keys, sign-in."""

    name = "hub.identity"
    label = "identity"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        from django.contrib.auth.signals import user_logged_in

        # Django would write the time of a sign-in outside of the one writer; `note_sign_in` does.
        user_logged_in.disconnect(dispatch_uid="update_last_login")
        load_operations(self.name)
