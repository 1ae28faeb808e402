/**
 * Text that can be kept: the database has no place for NUL, nor JSON in it for half a character. It is refused where it comes in,
 * whichever call it is for, instead of failing where it is written.
 */
import type { App } from './app.types.ts';
import { AppError } from './app-error.ts';

export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ body, query, params }) => {
    const path = unstorable({ body, query, params });
    if (path !== null) throw new AppError('request_validation_error', [{ path: path.join('/'), message: 'Not text' }]);
  });
}

/** Whether all of it is characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

/** Where the first text stands that is none; bodies may hold many thousands. */
function unstorable(value: unknown): string[] | null {
  if (typeof value === 'string') return isStorable(value) ? null : [];
  // Bytes, and streams of them, are nobody's text.
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || ('pipe' in value && typeof value.pipe === 'function')) return null;
  for (const [name, each] of Object.entries(value)) {
    const path = isStorable(name) ? unstorable(each) : [];
    if (path !== null) return [name, ...path];
  }
  return null;
}
