"""Tells schemathesis how bodies travel that are bytes of their own kind: as whatever bytes it thinks of."""

import schemathesis


@schemathesis.serializer("application/ocsp-request", "application/timestamp-query")
def as_bytes(_context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
