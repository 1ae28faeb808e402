import type { FileMeta } from '#contract/entities/file.ts';
import { timing } from '#contract/limits.ts';
import { AppError } from '../app-error.ts';
import { call } from '../api/call.ts';

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timing.conversionPoll);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new AppError('process_canceled'));
    });
  });

/** Has a file made a PDF by the server and waits for it: asked every 3 s, given up after 90 s (document 3 §9). */
export async function convertFile(id: string, signal: AbortSignal): Promise<FileMeta> {
  const end = Date.now() + timing.conversionGiveUp;
  await call('files.convertToPdf', { params: { id } }, { signal });
  for (;;) {
    const meta = await call('files.getMeta', { params: { id } }, { signal });
    if (meta.ext === 'pdf') return meta;
    if (meta.convert === 'rejected' || Date.now() > end) throw new AppError('conversion_failed');
    await pause(signal);
  }
}
