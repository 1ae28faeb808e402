import { errorTexts } from '#contract/errors.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { availability } from '#web/services/availability.ts';

/** Whether the server is unavailable, rather than rejecting the request. */
export function isAway({ code, message }: ErrorInfo): boolean {
  // The core hung on this device: nothing is waited for.
  if (message === errorTexts.taskTimeout) return false;
  if (['unknown_network_error', 'service_unavailable', 'request_timeout_error', 'connection_interrupted'].includes(code)) return true;
  // What a server says while it goes down.
  return availability() === 'unavailable' && ['internal_error', 'unable_retrieve_cert'].includes(code);
}
