import type { FileMeta } from '#contract/entities/file.ts';
import { timing } from '#contract/limits/timing.ts';
import { conversionSpeedOf } from '#contract/entities/telemetry.ts';
import { AppError } from '../app-error.ts';
import { call } from '../api/call.ts';
import { reportUsage } from '../telemetry/reports.ts';

const pause = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, timing.conversionPoll);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(new AppError('process_canceled'));
    });
  });

/**
 * Has a file made a PDF by the server and waits for it: asked every 3 s, given up 90 s after the last sign that the queue moves
 * (document 3 §9). `onAhead` is told how many come before it.
 */
export async function convertFile(id: string, signal: AbortSignal, onAhead?: (ahead: number) => void): Promise<FileMeta> {
  const begun = Date.now();
  let end = begun + timing.conversionGiveUp;
  let before: number | undefined;
  const ask = async (query: { ask?: 'true' }): Promise<void> => {
    const { ahead } = await call('files.convertToPdf', { params: { id }, query }, { signal });
    // A document that needs long goes from the short queue to that of long ones, where others may be before it.
    if (ahead === null || ahead === before) return;
    before = ahead;
    end = Date.now() + timing.conversionGiveUp;
    onAhead?.(ahead);
  };
  await ask({});
  for (;;) {
    const meta = await call('files.getMeta', { params: { id } }, { signal });
    if (meta.ext === 'pdf') {
      reportUsage({ name: 'conversion', speed: conversionSpeedOf(Date.now() - begun) });
      return meta;
    }
    if (meta.convert === 'rejected' || Date.now() > end) throw new AppError('conversion_failed');
    await pause(signal);
    if (meta.convert === 'pending') await ask({ ask: 'true' });
  }
}
