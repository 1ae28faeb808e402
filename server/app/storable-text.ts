/**
 * Text that can be kept: the database has no place for NUL, nor JSON in it for half a character. It is refused where it comes in,
 * whichever call it is for, instead of failing where it is written.
 */
import type { App } from './app.types.ts';
import { AppError } from './app-error.ts';
import { nextTurn } from './turns.ts';

export function refuseUnstorableText(app: App): void {
  app.addHook('preValidation', async ({ body, query, params }) => {
    const path = await unstorable({ body, query, params });
    if (path !== null) throw new AppError('request_validation_error', [{ path: path.join('/'), message: 'Not text' }]);
  });
}

/** Whether all of it is characters. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Surrogate}/u.test(text);

interface Place {
  value: unknown;
  name: string;
  within: Place | null;
}

/** Values that are looked at in one turn of the event loop. */
const part = 10_000;

/** Where the first text stands that is none; bodies may hold many thousands. */
async function unstorable(request: Readonly<Record<string, unknown>>): Promise<string[] | null> {
  const places: Place[] = [{ value: request, name: '', within: null }];
  for (let looked = 1; places.length > 0; looked += 1) {
    if (looked % part === 0) await nextTurn();
    const place = places.pop() as Place;
    if (!isStorable(place.name) || (typeof place.value === 'string' && !isStorable(place.value))) return pathOf(place);
    for (const [name, value] of partsOf(place.value).toReversed()) places.push({ value, name, within: place });
  }
  return null;
}

/** Bytes, and streams of them, are nobody's text. */
const partsOf = (value: unknown): [string, unknown][] =>
  typeof value !== 'object' || value === null || ArrayBuffer.isView(value) || ('pipe' in value && typeof value.pipe === 'function') ? [] : Object.entries(value);

function pathOf({ name, within }: Place): string[] {
  return within === null ? [] : [...pathOf(within), name];
}
