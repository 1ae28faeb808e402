/** A recipient who follows the guide alone: what it leads to is filled, and nothing else is looked for. */
import type { Page } from 'playwright';
import type { Field } from '#contract/entities/field.ts';
import { timeoutMs } from '../support/timeout.ts';
import { answerFor, typedDay } from './answers.ts';

/** What was answered where, by the id of the field. */
export type Answers = Map<string, string | true>;

/** Where the guide has led: to the input of a field, or to the last question. */
interface Led {
  id: string | null;
  kind: string | null;
  name: string;
  value: string;
  checked: boolean;
  /** The Enter key begins another line there. */
  lines: boolean;
  isComplete: boolean;
}

/** Waits until the guide has led somewhere else. */
async function led(page: Page, from: string | null): Promise<Led> {
  const found = await page.waitForFunction(
    (last) => {
      const dialog = [...document.querySelectorAll('[role=dialog] h2, [role=dialog] [slot=title]')].some((each) => each.textContent === 'Sign now?');
      if (dialog) return { id: null, kind: null, name: '', value: '', checked: false, lines: false, isComplete: true };
      const input = document.activeElement as HTMLInputElement | null;
      const id = input?.dataset.input ?? null;
      if (id === null || id === last) return null;
      return { id, kind: input?.closest<HTMLElement>('[data-place]')?.dataset.kind ?? null, name: input?.getAttribute('aria-label') ?? '', value: input?.value ?? '', checked: input?.checked === true, lines: input?.tagName === 'TEXTAREA', isComplete: false };
    },
    from,
    { timeout: timeoutMs / 3 },
  );
  return (await found.jsonValue()) as Led;
}

const guide = (page: Page) => page.getByRole('region', { name: 'Your fields' });

/** Goes on, as the bar offers it: to the next place, and from the last one to the signing. */
async function goOn(page: Page): Promise<void> {
  const next = guide(page).getByRole('button', { name: 'Next', exact: true });
  if (await next.isVisible()) await next.click();
  else await guide(page).getByRole('button', { name: 'Sign', exact: true }).click();
}

/** Whoever ticks looks whether it is ticked. */
async function ticked(page: Page, { id, name }: Led): Promise<void> {
  await page
    .waitForFunction((input) => document.querySelector<HTMLInputElement>(`input[data-input="${CSS.escape(input ?? '')}"]`)?.checked, id, { timeout: timeoutMs / 9 })
    .catch(() => {
      throw new Error(`The Space key does not tick "${name}"`);
    });
}

async function typeSignature(page: Page): Promise<void> {
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('tab', { name: 'Type' }).click();
  await dialog.getByRole('button', { name: /^Use th(is|ese)/, disabled: false }).click();
}

/** Answers one place; what it is filled in with. */
async function answer(page: Page, at: Led, field: Field, number: number): Promise<string | true> {
  switch (field.type) {
    case 'text':
    case 'date': {
      const first = field.options?.find((option) => option.trim() !== '');
      if (first !== undefined) {
        // By its first letters, as a list is used from the keyboard.
        await page.keyboard.type(first.slice(0, 1));
        const chosen = await page.evaluate(() => (document.activeElement as HTMLSelectElement).value);
        await page.keyboard.press('Enter');
        return chosen;
      }
      const text = field.type === 'date' ? typedDay : answerFor(field, number);
      if (at.value !== '') await page.keyboard.press('Control+A');
      await page.keyboard.insertText(text);
      if (at.lines) await goOn(page);
      else await page.keyboard.press('Enter');
      return text;
    }
    case 'checkmark':
    case 'radio':
      if (!at.checked) await page.keyboard.press('Space');
      await ticked(page, at);
      await goOn(page);
      return true;
    default:
      await typeSignature(page);
      return true;
  }
}

export interface Way {
  readonly answers: Answers;
  /** What readers say of each place. */
  readonly names: string[];
  /** What the guide said of itself at the beginning. */
  readonly said: string;
}

/** Follows the guide from its first place to the last question. */
export async function followGuide(page: Page, fields: readonly Field[]): Promise<Way> {
  const byId = new Map(fields.map((field) => [field.id, field]));
  const answers: Answers = new Map();
  const names: string[] = [];
  const said = (await guide(page).getByRole('status').innerText()).split('\n')[0] ?? '';
  if (said === 'Nothing to fill in') {
    await goOn(page);
    await led(page, null);
    return { answers, names, said };
  }
  let at = await led(page, null);
  while (!at.isComplete) {
    const field = byId.get(at.id ?? '');
    if (!field) throw new Error(`The guide led to ${at.id}, which is no field of the request`);
    if (answers.has(field.id)) throw new Error(`The guide led to "${at.name}" for the second time`);
    names.push(at.name);
    answers.set(field.id, await answer(page, at, field, answers.size));
    at = await led(page, at.id);
  }
  return { answers, names, said };
}
