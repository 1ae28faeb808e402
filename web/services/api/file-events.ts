import type { fileEvents } from '#contract/entities/file.ts';
import { toAppError } from '../app-error.ts';
import { call } from './call.ts';

/** Records an event in the history of a file. A failure is logged and does not undo what the person did. */
export function reportFileEvent(id: string, event: (typeof fileEvents)[number]): void {
  call('files.reportEvent', { params: { id }, body: { event } }).catch((failure: unknown) => console.warn('What was done is not recorded', event, toAppError(failure).code));
}
