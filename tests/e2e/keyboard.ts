import type { Page } from 'playwright';
import { timeoutMs } from '../support/timeout.ts';

/** What a reader says of the place where the keyboard is. */
export function focusedName(page: Page): Promise<string> {
  return page.evaluate(() => {
    const at = document.activeElement as HTMLElement | null;
    if (!at || at === document.body) return '';
    const labels = (at.getAttribute('aria-labelledby') ?? '').split(' ').map((id) => document.getElementById(id)?.innerText ?? '').join(' ').trim();
    const wrapped = (at as HTMLInputElement).labels?.[0]?.innerText ?? '';
    return (at.getAttribute('aria-label') ?? '') || labels || wrapped || at.innerText || at.tagName;
  });
}

/** Goes on with the Tab key until the keyboard is where it should be. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  const passed = new Set<string>();
  // Around the page again, where what is looked for comes late.
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    await page.keyboard.press('Tab');
    const at = await focusedName(page);
    if (name.test(at)) return;
    passed.add(at.replaceAll('\n', ' '));
  }
  throw new Error(`The keyboard does not reach ${name}; it went by: ${[...passed].join(' | ')}`);
}

/** Waits until the keyboard is led somewhere. */
export async function ledTo(page: Page, name: RegExp): Promise<void> {
  const deadline = Date.now() + timeoutMs;
  while (Date.now() < deadline) {
    if (name.test(await focusedName(page))) return;
    await page.evaluate(() => new Promise(requestAnimationFrame));
  }
  throw new Error(`The keyboard was not led to ${name}; it is at ${await focusedName(page)}`);
}

/** Waits until the keyboard is inside of what came up: a key before that would still go to what lies below. */
export async function ledInto(page: Page, role: 'dialog' | 'listbox'): Promise<void> {
  await page.waitForFunction((within) => document.activeElement?.closest(`[role=${within}]`), role);
}
