/**
 * How long anything is waited for, in milliseconds: a machine that does four things at once takes four times as long, and
 * chance must fail nothing. What comes is seen when it comes; this is only when a journey gives up.
 */
export const timeoutMs = 90_000;
