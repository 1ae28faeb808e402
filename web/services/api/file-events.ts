import type { fileEvents } from '#contract/entities/file.ts';
import { toAppError } from '../app-error.ts';
import { call } from './call.ts';

/** Has what a person did with a file recorded in its history. What they did is done, whether it is recorded or not. */
export function reportFileEvent(id: string, event: (typeof fileEvents)[number]): void {
  call('files.reportEvent', { params: { id }, body: { event } }).catch((failure: unknown) => console.warn('What was done is not recorded', event, toAppError(failure).code));
}
