/**
 * Refuses text that PostgreSQL can't store: NUL in any text, and lone surrogates in JSON. The check runs on every
 * request, so that the failure isn't an error of a later insert.
 */
import type { App } from './app.types.ts';
import { AppError } from '#server/platform/app-error.ts';
import { yieldToEventLoop } from '#server/platform/batches.ts';

export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ body, query, params }) => {
    const path = await unstorable({ body, query, params });
    if (path !== null) throw new AppError('request_validation_error', [{ path: path.join('/'), message: 'Not text' }]);
  });
}

/** Whether the text has no NUL and no lone surrogate. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

interface Location {
  value: unknown;
  name: string;
  within: Location | null;
}

/** Values checked per turn of the event loop. */
const part = 10_000;

/**
 * Returns the path of the first value that can't be stored, or null. Yields to the event loop, since bodies may
 * have many thousands of values.
 */
async function unstorable(request: Readonly<Record<string, unknown>>): Promise<string[] | null> {
  const locations: Location[] = [{ value: request, name: '', within: null }];
  for (let looked = 1; locations.length > 0; looked += 1) {
    if (looked % part === 0) await yieldToEventLoop();
    const location = locations.pop() as Location;
    if (!isStorable(location.name) || (typeof location.value === 'string' && !isStorable(location.value))) return pathOf(location);
    for (const [name, value] of partsOf(location.value).toReversed()) locations.push({ value, name, within: location });
  }
  return null;
}

/** Binary data and streams are skipped. */
const partsOf = (value: unknown): [string, unknown][] =>
  typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || ('pipe' in value && typeof value.pipe === 'function') ? [] : Object.entries(value);

function pathOf({ name, within }: Location): string[] {
  return within === null ? [] : [...pathOf(within), name];
}
