let latest: string | null = null;

/** Remembers the trace id of a call that failed, under which the server's log tells what happened. */
export const noteFailedTrace = (traceId: string | null): void => {
  latest = traceId ?? latest;
};

/** The trace id of the last call that failed in this page; null if none did. */
export const failedTrace = (): string | null => latest;
