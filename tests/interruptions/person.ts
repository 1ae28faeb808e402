/**
 * A person who prepares, sends and signs, whatever happens to the network and to the window: looks at what is on the screen, does what is
 * next, and presses again what had no effect.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { BrowserContext, Locator, Page } from 'playwright';

/** Milliseconds. How long a person looks before they press again, and before they give up. */
const PATIENCE = 4000;
const GIVE_UP = 90_000;

/** What fails because of the interruption is tried again by whoever looks at the screen next. */
export const noteInterruption = (error: unknown): void => console.debug('Interrupted', String(error).split('\n')[0]);

export class InterruptedPerson {
  readonly #context: BrowserContext;
  #page: Page;
  /** When letters were typed, and what stood there then. */
  readonly typed: { at: number; text: string }[] = [];

  constructor(page: Page) {
    this.#page = page;
    this.#context = page.context();
    this.#arrive(page);
  }

  #arrive(page: Page): void {
    page.setDefaultTimeout(PATIENCE);
    // Asked whether to leave what is not saved, they leave.
    page.on('dialog', (dialog) => void dialog.accept().catch(noteInterruption));
  }

  get page(): Page {
    return this.#page;
  }

  /** The window dies, as when the system needs its memory: nothing is asked and nothing is said. Another opens at the same address. */
  async loseWindow(): Promise<void> {
    const lost = this.#page;
    const address = lost.url();
    const next = await this.#context.newPage();
    this.#arrive(next);
    this.#page = next;
    await lost.close();
    // Without the network, the browser's own page may be there; the person loads it again.
    await next.goto(address).catch(noteInterruption);
  }

  /** Does it until it is done. */
  async until(what: string, isDone: (page: Page) => Promise<boolean>, act: (page: Page) => Promise<unknown>): Promise<void> {
    const end = Date.now() + GIVE_UP;
    let last: unknown;
    while (Date.now() < end) {
      try {
        if (await isDone(this.#page)) return;
        const reload = this.#page.getByRole('button', { name: /^Reload$/ }).or(this.#page.getByRole('main').getByRole('button', { name: /^Try again$/ }));
        if (await isVisible(reload)) await reload.first().click();
        await act(this.#page);
      } catch (error) {
        last = error;
        await pause(100);
        if (this.#page.url().startsWith('chrome-error:')) await this.#page.goBack().catch(noteInterruption);
      }
    }
    throw new Error(`Nobody would have waited longer for: ${what}`, { cause: last });
  }

  /** Types as people do, letter by letter. */
  async type(field: Locator, text: string): Promise<void> {
    const already = await field.inputValue();
    const from = text.startsWith(already) ? already.length : 0;
    await field.click();
    if (from === 0) await field.fill('');
    else await field.press('End');
    for (let length = from + 1; length <= text.length; length += 1) {
      await field.pressSequentially(text[length - 1] ?? '');
      this.typed.push({ at: Date.now(), text: text.slice(0, length) });
      await pause(40);
    }
  }
}

export const isVisible = (place: Locator): Promise<boolean> => place.first().isVisible();
