import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { SensitiveNotice } from './SensitiveNotice.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
const fields = vi.hoisted(() => ({ value: [] as { value: unknown }[] }));
vi.mock('#web/features/editor/editor.selectors.ts', () => ({ selectFields: () => fields.value }));
beforeEach(() => {
  vi.useFakeTimers();
  fields.value = [];
});
afterEach(() => vi.useRealTimers());

async function noticeOf(texts: readonly string[]): Promise<{ text: string; read: number[] }> {
  const read: number[] = [];
  const set = {
    pages: texts,
    text: async (page: number) => {
      read.push(page);
      return texts[page - 1] ?? '';
    },
  } as unknown as PageSet;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  await act(async () => root.render(<Provider store={createStore()}><SensitiveNotice set={set} /></Provider>));
  await act(async () => vi.advanceTimersByTimeAsync(5000));
  const text = place.textContent;
  await act(async () => root.unmount());
  return { text, read };
}

test('a card number on any page is warned of', async () => {
  expect((await noticeOf(['Lease', 'Pay with 4242 4242 4242 4242'])).text).toBe('sensitive.card sensitive.advice');
});

test('what is filled in counts, too', async () => {
  fields.value = [{ value: true }, { value: '123-45-6789' }];
  expect((await noticeOf(['Lease'])).text).toBe('sensitive.socialSecurity sensitive.advice');
});

test('nothing is said of other documents, and no more than thirty pages are read', async () => {
  expect(await noticeOf(Array.from({ length: 40 }, () => 'Lease'))).toEqual({ text: '', read: Array.from({ length: 30 }, (_, index) => index + 1) });
});
