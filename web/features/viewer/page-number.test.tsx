import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, test, vi } from 'vitest';
import { addFurtherTexts, startTexts } from '#web/services/i18n/i18n.ts';
import { PageNumber, pageTyped } from './PageNumber.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

test.each([
  ['12', 12],
  ['１２', 12],
  ['900', 240],
  ['0', null],
  ['two', null],
  ['', null],
])('%s leads to page %s of 240', (typed, expected) => expect(pageTyped(typed, 240)).toBe(expected));

test('a typed number leads to its page', async () => {
  await startTexts(['en']);
  await addFurtherTexts();
  const onChoose = vi.fn<(page: number) => void>();
  const root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => root.render(<PageNumber page={3} pages={240} onChoose={onChoose} />));
  const input = document.querySelector('input');
  if (!input) throw new Error('No place for a number');
  expect([input.value, input.parentElement?.textContent]).toEqual(['3', 'of 240']);
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set;
  await act(async () => {
    set?.call(input, '120');
    input.dispatchEvent(new Event('input', { bubbles: true }));
  });
  await act(async () => input.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })));
  expect(onChoose).toHaveBeenCalledWith(120);
  await act(async () => root.unmount());
});
