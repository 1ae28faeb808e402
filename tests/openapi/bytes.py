"""Tells schemathesis how bodies of other media types travel: bytes as whatever bytes it thinks of, reports as JSON."""

import json

import schemathesis


@schemathesis.serializer("application/ocsp-request", "application/timestamp-query")
def as_bytes(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")


@schemathesis.serializer("application/csp-report", "application/reports+json")
def as_json(_context, value):
    return value if isinstance(value, bytes) else json.dumps(value).encode()
