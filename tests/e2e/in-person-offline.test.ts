/** Several people sign on one device while the server is away: in one order, each once, for every reader of the document. */
import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { createField, defaultPermittedTypes } from '#contract/entities/field.ts';
import type { FieldInput, FieldType } from '#contract/entities/field.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { startForReal } from '../api/real-signing.ts';
import { devices } from '../support/chromium.ts';
import { hasSignatureJudge, judgeSignatures } from '../support/judges.ts';
import { finish, placeOf, typeSignature } from './people.ts';
import { clientIn, recipient } from './requests.ts';
import { ada, signedIn } from './signed-in.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const guests = ['Grace', 'Mary', 'Annie', 'Joan', 'Radia', 'Karen', 'Frances', 'Hedy', 'Barbara'];
const roleOf = (name: string): string => `${name}'s part`;

const fieldOf = (owner: FieldInput['recipient'], type: FieldType, column: number, row: number): FieldInput => ({
  id: `${type}-${row}`, type, page: 1, rect: { x: 5 + column * 45, y: 4 + row * 9, width: 30, height: type === 'signature' ? 6 : 2.5 }, recipient: owner, required: true, permittedTypes: defaultPermittedTypes(type),
});

describe('several people on one device, without the server', () => {
  let world: World;
  let page: Page;

  inWorld(async (opened) => {
    world = opened;
    page = await signedIn(world, ada, { ...devices.desk, serviceWorkers: 'allow' });
    await page.evaluate(async () => void (await navigator.serviceWorker.ready));
  }, openWorldAlone);

  /** The host signs first, then the guests on the host's device. */
  async function request(name: string, people: readonly string[]): Promise<string> {
    const host = await clientIn(world, page, ada.email);
    const file = await host.addFile(await makeOwnForm(), name);
    const fields = [fieldOf({ email: ada.email }, 'signature', 0, 0), fieldOf({ email: ada.email }, 'text', 1, 0), ...people.flatMap((each, index) => [fieldOf({ role: roleOf(each) }, 'signature', 0, index + 1), fieldOf({ role: roleOf(each) }, 'text', 1, index + 1)])];
    await host.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: fields.map(createField) } } });
    const created = await host.call('transactions.create', { body: { name, fileIds: [file.id] } });
    const recipients = [recipient('Ada Byron', ada.email), ...people.map((firstName) => ({ firstName, lastName: 'Guest', role: roleOf(firstName), inPerson: true }))];
    const draft = await host.call('transactions.update', { params: { id: created.id }, body: { recipients } });
    return (await startForReal(await world.engine(), host, draft)).id;
  }

  const start = () => page.getByRole('dialog').getByRole('button', { name: 'Start' }).click();
  const finishDialog = () => page.getByRole('dialog', { name: 'Sign now?' });

  /** The host reads the document, and then the server is gone. */
  async function openAndLoseServer(id: string): Promise<void> {
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.locator('[data-page="1"] canvas').first().waitFor();
    await placeOf(page, 'text').waitFor();
    await world.product.end('SIGKILL');
  }

  async function agree(name: string): Promise<void> {
    await placeOf(page, 'text').fill(`${name} agrees`);
    await typeSignature(page, name);
    await finish(page);
  }

  async function takeOver(name: string): Promise<void> {
    await page.getByRole('button', { name: `Continue with ${name} Guest` }).click();
    await page.getByRole('button', { name: `I'm ${name} Guest` }).click();
    await start();
    await agree(name);
    await page.getByRole('heading', { name: 'Waiting for the server' }).waitFor();
  }

  const agreed = () => page.getByRole('list', { name: 'People who have agreed' }).getByRole('listitem');
  const stateOf = async (id: string) => {
    const [row] = await world.product.query<{ status: string; signed: number }>(`select status, (select count(*)::int from signings where transaction_id = t.id) as signed from transactions t where id = '${id}'`);
    return row;
  };
  const written = async (name: string) => {
    const [row] = await world.product.query<{ fields: { type: string; value: unknown }[] }>(`select fields from files where title = '${name}'`);
    return row?.fields.flatMap(({ type, value }) => (type === 'text' ? [value] : []));
  };

  test('ten agree one after the other, and their signatures are created in that order when the server is back', async () => {
    const id = await request('Assembly.pdf', guests);
    await openAndLoseServer(id);
    await agree('Ada Byron');
    await finishDialog().getByText('Grace Guest can sign on this device in the meantime.').waitFor();
    for (const name of guests) {
      await takeOver(name);
      // Whoever signs reads what those before them have filled in.
      if (name === 'Grace') await expect.poll(() => agreed().count()).toBe(2);
    }
    expect(await agreed().allTextContents()).toEqual(['Ada Byron', ...guests.map((name) => `${name} Guest`)].map((name) => `${name}Agreed, not signed yet`));
    // What they agreed to survives the window.
    const tab = await page.context().newPage();
    await page.close();
    page = tab;
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByText('You may close this window.').waitFor();
    await world.product.start();
    await page.getByText('Hand the device back to Ada Byron.').or(page.getByRole('heading', { name: 'You have signed' })).first().waitFor();
    expect(await stateOf(id)).toEqual({ status: 'completed', signed: 10 });
    expect(await written('Assembly.pdf')).toEqual(['Ada Byron', ...guests].map((name) => `${name} agrees`));
    await page.goto(`${world.product.url}/transaction/${id}/completed`);
    const signatures = page.getByRole('article').getByText(/^Signed by Ada Byron on /);
    await expect.poll(() => signatures.count()).toBe(10);
    for (const name of guests) await page.getByText(`Reason: ${name} Guest signed in person on Ada Byron's device`).waitFor();
  });

  test.skipIf(!hasSignatureJudge)('the validator accepts all ten, in this order', async () => {
    const [row] = await world.product.query<{ id: string; recipients: string[] }>("select f.id, (select array_agg(r.id order by r.position) from recipients r join transactions t on t.id = r.transaction_id where t.name = f.title) as recipients from files f where f.title = 'Assembly.pdf'");
    const host = await clientIn(world, page, ada.email);
    const root = world.file('root.pem', await (await fetch(`${world.product.url}/v0/certificates/root`)).text());
    const { verdict } = judgeSignatures(world.file('assembly.pdf', await host.contentOf(row?.id ?? '')), root);
    const signatures = verdict.signatures.filter(({ type }) => type === 'Sig');
    expect(signatures.map(({ field }) => field)).toEqual(row?.recipients.map((id) => `signature-${id}`));
    expect(signatures.every(({ intact, valid, trusted, docmdp_ok }) => intact && valid && trusted && docmdp_ok)).toBe(true);
    expect(verdict.all_acceptable).toBe(true);
  });

  test('a window that is closed half-way asks again only whom it has not asked', async () => {
    const id = await request('Interrupted.pdf', guests.slice(0, 3));
    await openAndLoseServer(id);
    await agree('Ada Byron');
    await takeOver('Grace');
    await page.getByRole('button', { name: 'Continue with Mary Guest' }).click();
    await page.getByRole('button', { name: "I'm Mary Guest" }).click();
    await start();
    await placeOf(page, 'text').fill('Mary has begun');
    await page.getByText('Grace agrees').waitFor();
    await page.reload();
    await page.getByRole('heading', { name: 'Waiting for the server' }).waitFor();
    expect(await agreed().count()).toBe(2);
    await page.goto(`${world.product.url}/transactions`);
    await page.getByRole('button', { name: /Ada Byron/ }).first().click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    const warning = page.getByRole('alertdialog');
    await warning.getByText('2 changes are only in this browser').waitFor();
    await warning.getByRole('button', { name: 'Stay signed in' }).last().click();
    await page.goto(`${world.product.url}/transaction/${id}`);
    await page.getByRole('heading', { name: 'Waiting for the server' }).waitFor();
    expect(await agreed().count()).toBe(2);
    // The server is back before the others have agreed: what was agreed is signed, and the next person is asked.
    await world.product.start();
    await page.getByRole('heading', { name: 'Hand the device to Mary Guest' }).waitFor();
    expect(await stateOf(id)).toEqual({ status: 'opened', signed: 2 });
    await page.getByRole('button', { name: "I'm Mary Guest" }).click();
    await start();
    await agree('Mary');
    await page.getByRole('heading', { name: 'Hand the device to Annie Guest' }).waitFor();
    expect(await stateOf(id)).toEqual({ status: 'opened', signed: 3 });
  });

  test('what was agreed is taken back, and what was filled in stays', async () => {
    const id = await request('Withdrawn.pdf', guests.slice(0, 1));
    await openAndLoseServer(id);
    await agree('Ada Byron');
    await takeOver('Grace');
    await page.getByRole('button', { name: 'Take back' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Take back' }).click();
    await expect.poll(() => placeOf(page, 'text').inputValue()).toBe('Ada Byron agrees');
    await world.product.start();
    await page.reload();
    await expect.poll(() => placeOf(page, 'text').inputValue()).toBe('Ada Byron agrees');
    expect(await stateOf(id)).toEqual({ status: 'opened', signed: 0 });
  });
});
