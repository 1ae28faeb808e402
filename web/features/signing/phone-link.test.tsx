import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { Provider } from 'react-redux';
import { afterEach, expect, test } from 'vitest';
import { createStore } from '#web/entities/store.ts';
import { PhoneLink } from './PhoneLink.tsx';

Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });

let root: Root | undefined;
afterEach(async () => {
  await act(async () => root?.unmount());
  document.body.replaceChildren();
});

async function show(send: (phone: string) => Promise<{ late: boolean }>): Promise<HTMLElement> {
  const page = document.body.appendChild(document.createElement('div'));
  root = createRoot(page);
  await act(async () => root?.render(<Provider store={createStore()}><PhoneLink link={null} send={send}>{null}</PhoneLink></Provider>));
  return page;
}

async function write(page: HTMLElement, text: string): Promise<void> {
  const field = page.querySelector('input')!;
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  });
}
const submit = (page: HTMLElement) => act(async () => page.querySelector('form')!.requestSubmit());

test.each([true, false])('sending a link to a phone says whether it is late: %s', async (late) => {
  const numbers: string[] = [];
  const page = await show(async (phone) => {
    numbers.push(phone);
    return { late };
  });
  await write(page, '+49301234567');
  await submit(page);
  expect(numbers).toEqual(['+49301234567']);
  expect([page.textContent?.includes('phone.late'), page.textContent?.includes('phone.sent')]).toEqual([late, !late]);
  // A new number clears the status of the previous message.
  await write(page, '+49301234568');
  expect(page.textContent).not.toMatch(/phone\.(late|sent)/);
});

test('shows an error if the message is refused', async () => {
  const page = await show(() => Promise.reject({ code: 'unable_to_send_sms' }));
  await write(page, '+49301234567');
  await submit(page);
  expect(page.textContent).not.toMatch(/phone\.(late|sent)/);
  expect(page.querySelector('input')?.getAttribute('aria-invalid')).toBe('true');
});
