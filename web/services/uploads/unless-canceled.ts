import type { FileMeta } from '#contract/entities/file.ts';
import { call } from '../api/call.ts';
import { AppError } from '../app-error.ts';

/** Deletes a file of a failed or canceled upload. */
export const takeBack = (id: string): Promise<void> =>
  call('files.delete', { params: { id } }).then(
    () => undefined,
    () => console.warn('A file that was not to stay is still on the server', id),
  );

/**
 * Waits for a file that the server is making. Breaking the call off would not end the making: it is waited for, and what
 * came about although the person had canceled it is taken away.
 */
export const unlessCanceled = async (making: Promise<FileMeta>, signal: AbortSignal): Promise<FileMeta> => {
  const meta = await making;
  if (!signal.aborted) return meta;
  await takeBack(meta.id);
  throw new AppError('process_canceled');
};
