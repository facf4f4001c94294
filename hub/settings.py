"""Django settings: the composition root's half that is data. What a person may set is in `environment.py`."""

from __future__ import annotations

import secrets
import sys
from pathlib import Path
from urllib.parse import urlsplit

import dj_database_url

from hub import environment

ENV = environment.read()
for name in environment.unknown_names():
    print(f"Warning: the environment variable {name} is unknown and has no effect.", file=sys.stderr)

BASE_DIR = Path(__file__).resolve().parent.parent
DATA_DIR = (BASE_DIR / ENV.KAIROS_DATA_DIR).resolve()
try:
    DATA_DIR.mkdir(parents=True, exist_ok=True)
except OSError as error:
    sys.exit(
        f"KAIROS_DATA_DIR is malformed: it must be a directory that can be made. {error.strerror}: {DATA_DIR}"
    )


def _kept_secret(name: str) -> str:
    """A secret that is made once and kept in the data directory, readable by its owner only."""
    path = DATA_DIR / name
    if not path.exists():
        path.touch(mode=0o600)
        path.write_text(secrets.token_urlsafe(50))
    return path.read_text()


SECRET_KEY = ENV.SECRET_KEY or _kept_secret("secret_key")
DEBUG = False
PUBLIC_URL = ENV.KAIROS_PUBLIC_URL or f"http://127.0.0.1:{ENV.PORT}"
BASE_DOMAIN = ENV.KAIROS_BASE_DOMAIN
SINGLE_TENANT = ENV.KAIROS_SINGLE_TENANT
TRUST_PROXY = ENV.HUB_TRUST_PROXY
REDIS_URL = ENV.REDIS_URL

_public = urlsplit(PUBLIC_URL)
LOOPBACK_HOSTS = ["127.0.0.1", "localhost", "[::1]"]
ALLOWED_HOSTS = [_public.hostname or "127.0.0.1", *LOOPBACK_HOSTS]
if BASE_DOMAIN:
    ALLOWED_HOSTS.append(f".{BASE_DOMAIN}")
CSRF_TRUSTED_ORIGINS = [PUBLIC_URL]

INSTALLED_APPS = [
    "daphne",
    "unfold.apps.BasicAppConfig",  # before the admin whose templates it replaces; the site is ours
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "channels",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_htmx",
    "hub.core",
    "hub.identity",
    "hub.projects",
    "kairos_boards",
    "items",
    "mcp_bridge",
]

MIDDLEWARE = [
    "hub.core.middleware.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "hub.core.middleware.ContentSecurityPolicyMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
]

ROOT_URLCONF = "hub.urls"
ASGI_APPLICATION = "hub.asgi.application"
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ],
        },
    }
]

DATABASES = {"default": dj_database_url.parse(ENV.DATABASE_URL or f"sqlite:///{DATA_DIR}/db.sqlite3")}
_database = DATABASES["default"]
if _database["ENGINE"].endswith("sqlite3"):
    _database["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        # FULL: the hub says "accepted" only for what a power cut does not undo.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;"
        "PRAGMA journal_size_limit=67108864;",
    }
    _database["CONN_MAX_AGE"] = None
    # A file, not memory: races and locks are tested on what runs.
    _database["TEST"] = {"NAME": str(DATA_DIR / "test.sqlite3")}
else:
    _database["CONN_MAX_AGE"] = 0
    _database["OPTIONS"] = {"pool": {"min_size": 1, "max_size": 20, "timeout": 10}}
SQLITE_READ_THREADS = 4
POSTGRESQL_THREADS = 8

CHANNEL_LAYERS = {
    "default": {"BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer", "CONFIG": {"hosts": [REDIS_URL]}}
    if REDIS_URL
    else {"BACKEND": "channels.layers.InMemoryChannelLayer"}
}

AUTH_USER_MODEL = "identity.User"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 10}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
AUTHENTICATION_BACKENDS = ["django.contrib.auth.backends.ModelBackend"]
LOGIN_URL = "/sign-in/"
LOGIN_REDIRECT_URL = "/boards/"
PASSWORD_RESET_TIMEOUT = 3 * 24 * 3600

_secure = PUBLIC_URL.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = _secure
SESSION_COOKIE_HTTPONLY = True
SESSION_ENGINE = "hub.identity.operations.browser_sessions"
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CONTENT_TYPE_NOSNIFF = True
X_FRAME_OPTIONS = "DENY"

# A board with many columns and transitions is one form of many fields.
DATA_UPLOAD_MAX_NUMBER_FIELDS = 10_000

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_TZ = True
USE_I18N = True

STATIC_URL = "/static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
}

# A body limit belongs to the tool or route: 8 MiB unless declared. Django's own is the same.
BODY_LIMIT_BYTES = 8 * 1024 * 1024
DATA_UPLOAD_MAX_MEMORY_SIZE = BODY_LIMIT_BYTES

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        "hub.identity.rest_authentication.BearerAuthentication",
        "hub.identity.rest_authentication.BrowserAuthentication",
    ],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["hub.core.json_bodies.StrictJSONParser"],
    "EXCEPTION_HANDLER": "hub.core.rest.error_envelope",
    "DEFAULT_SCHEMA_CLASS": "hub.core.openapi.OperationSchema",
    "UNAUTHENTICATED_USER": None,
}
SPECTACULAR_SETTINGS = {
    "TITLE": "Kairos Hub",
    "DESCRIPTION": "Boards, memory and inbox for a team and its agents.",
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "SERVE_AUTHENTICATION": [],
    "SERVE_PERMISSIONS": [],
}

LOGGING_CONFIG = "hub.core.logs.configure"
LOGGING = {"level": ENV.KAIROS_LOG_LEVEL}

# The admin's theme; its sections come from the admin classes (hub/core/adminsite).
UNFOLD = {
    "SITE_TITLE": "Kairos Hub",
    "SITE_HEADER": "Kairos Hub",
    "SITE_SUBHEADER": "Admin",
    "SITE_URL": "/boards/",
    "SITE_SYMBOL": "hub",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": "/static/icon.svg", "sizes": "any"}],
    "SHOW_HISTORY": True,
    "SHOW_BACK_BUTTON": True,
    "STYLES": ["/static/admin.css"],
    "SCRIPTS": ["/static/admin.js"],
    "ACCOUNT": {
        "navigation": [
            {"title": "Boards", "link": "/boards/"},
            {"title": "Your account", "link": "/account/"},
        ]
    },
}
