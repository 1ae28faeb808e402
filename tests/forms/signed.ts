/** One document on its whole way, and what is wrong with it in the end. */
import type { Page } from 'playwright';
import { clientIn } from '../e2e/requests.ts';
import type { World } from '../e2e/world.ts';
import { linkIn } from '../support/mailbox.ts';
import { followGuide } from './guided.ts';
import { problemsIn } from './judged.ts';
import { sendAsFound } from './prepared.ts';

export const grace = { name: 'Grace Hopper', email: 'grace@example.com' };

export interface Outcome {
  /** How many fields the request has. */
  readonly fields: number;
  /** What readers say of each place that the guide led to. */
  readonly names: readonly string[];
  /** What is wrong or blank. */
  readonly problems: readonly string[];
}

/** Somebody sends a document as it is found, and somebody else signs it as the guide leads. */
export async function sendAndSign(world: World, sender: Page, signer: Page, path: string): Promise<Outcome> {
  const mails = world.mailbox.to(grace.email).length;
  await sender.goto(`${world.product.url}/transactions`);
  const id = await sendAsFound(sender, path, grace);
  const client = await clientIn(world, sender);
  const { fileIds: [fileId = ''] } = await client.call('transactions.get', { params: { id } });
  const { attributes: { fields } } = await client.call('files.getMeta', { params: { id: fileId } });
  const before = world.file('before.pdf', await client.contentOf(fileId));

  await signer.goto(linkIn(await world.mailbox.about(grace.email, `/transaction/${id}`, mails), /\/transaction\//));
  await signer.getByRole('button', { name: 'Start', exact: true }).last().click();
  const { answers, names, said } = await followGuide(signer, fields);
  await signer.getByRole('dialog', { name: 'Sign now?' }).getByRole('button', { name: 'Sign', exact: true }).click();
  await signer.getByRole('heading', { name: 'You have signed' }).waitFor();

  const bytes = await client.contentOf(fileId);
  const after = world.file('after.pdf', bytes);
  const engine = await world.engine();
  const problems = await problemsIn(engine, { before, after, bytes, fields, answers });
  if (fields.length > 0 && names.length === 0) problems.push(`the guide said "${said}" of ${fields.length} fields`);
  return { fields: fields.length, names, problems };
}
