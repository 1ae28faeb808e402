/** The way most people prepare: drop, accept what was found, add one person, send. */
import type { Page } from 'playwright';
import { addRecipient, newRequest, send } from '../e2e/people.ts';

/** So long people look at most whether something is found, in milliseconds. */
const NOTHING = 15_000;

/** Waits until it is known what can be filled in, and takes all that is proposed. */
async function acceptAll(page: Page): Promise<void> {
  const bar = page.getByRole('region', { name: 'Suggested fields' });
  const fields = page.locator('[data-field]').first();
  // A document without anything to fill in shows neither.
  await bar.or(fields).first().waitFor({ timeout: NOTHING }).catch(() => undefined);
  await bar.getByRole('progressbar').waitFor({ state: 'detached' });
  const accept = bar.getByRole('button', { name: 'Accept all' });
  if (await accept.isVisible()) await accept.click();
}

/** Prepares a document as most people do, and sends it to one person; gives the id of the request. */
export async function sendAsFound(page: Page, file: string, to: { name: string; email: string }): Promise<string> {
  await newRequest(page, file);
  await acceptAll(page);
  await addRecipient(page, to.name, to.email);
  await send(page);
  return /\/transaction\/([0-9a-f]{24})/.exec(page.url())?.[1] ?? '';
}
