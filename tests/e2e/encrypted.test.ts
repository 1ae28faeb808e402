/** An end-to-end encrypted request from preparation to verdict; and that nothing of it is anywhere but in the browsers. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Page, Request } from 'playwright';
import { describe, expect, test } from 'vitest';
import { makeShortForm } from '../fixtures/own-form.ts';
import { chooserOf, devices, launchBrowser, newPerson } from '../support/chromium.ts';
import { hasSignatureJudge, judgeSignatures, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { linkIn } from '../support/mailbox.ts';
import { root } from '../support/shared.ts';
import { addRecipient, newRequest, openRequest, placeField, placeFor, placeOf, send, typeSignature } from './people.ts';
import { ada, signedIn } from './signed-in.ts';
import { problemsOf } from './screen-problems.ts';
import { inWorld, openWorldAlone, type World } from './world.ts';

const title = 'Merger with Lighthouse Bakery';
const message = 'Nobody else may know of the bakery';
const value = 'Seventeen poppy seed rolls';
const password = 'correct horse battery';

/** What must be nowhere, by name. */
type Needles = Record<string, Buffer>;

const inEveryForm = (name: string, bytes: Buffer): Needles => ({
  [`${name}, raw`]: bytes, [`${name}, hex`]: Buffer.from(bytes.toString('hex')), [`${name}, HEX`]: Buffer.from(bytes.toString('hex').toUpperCase()),
  [`${name}, base64`]: Buffer.from(bytes.toString('base64').replace(/=+$/, '')), [`${name}, base64url`]: Buffer.from(bytes.toString('base64url')),
});
const hashesOf = (name: string, bytes: Buffer): Needles =>
  Object.assign({}, ...['sha256', 'sha384', 'sha512'].map((algorithm) => inEveryForm(`${algorithm} of ${name}`, createHash(algorithm).update(bytes).digest())));
const textIn = (name: string, text: string): Needles => ({ [name]: Buffer.from(text), [`${name}, UTF-16`]: Buffer.from(text, 'utf16le').swap16(), [`${name}, base64`]: Buffer.from(Buffer.from(text).toString('base64').slice(0, -4)) });
/** Forty bytes from several places. Not from within a signature: that has a public certificate, and is filled up with zeros. */
const partsOf = (name: string, bytes: Buffer, places: readonly number[]): Needles => Object.fromEntries(places.map((at) => [`${name} at ${at}`, bytes.subarray(at, at + 40)]));
/** Where the time of each signature is: what else a signature appends is alike in every document. */
const timesIn = (pdf: Buffer): number[] => [...pdf.toString('latin1').matchAll(/\/M ?\(D:\d{14}/g)].map(({ index }) => index);
const spread = ({ length }: Buffer): number[] => [0.3, 0.5, 0.9].map((share) => Math.floor(length * share));

/** What each signature of a document covers, as it goes into its CMS. */
function signedBytes(pdf: Buffer): Buffer[] {
  return [...pdf.toString('latin1').matchAll(/\/ByteRange\s*\[\s*(\d+)\s+(\d+)\s+(\d+)\s+(\d+)\s*\]/g)].map(([, ...range]) => {
    const [a = 0, b = 0, c = 0, d = 0] = range.map(Number);
    return Buffer.concat([pdf.subarray(a, a + b), pdf.subarray(c, c + d)]);
  });
}

const filesBelow = (folder: string): string[] => readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => join(folder, name)).filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() === true);

function contentOf(path: string): Buffer {
  const bytes = readFileSync(path);
  return path.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** Where needles are: `place: needle`. */
function findIn(places: Iterable<readonly [string, Buffer]>, needles: Needles): string[] {
  const found: string[] = [];
  for (const [place, content] of places) for (const [name, needle] of Object.entries(needles)) if (content.includes(needle)) found.push(`${place}: ${name}`);
  return found;
}

describe('an encrypted request for two recipients', () => {
  let world: World;
  let sender: Page;
  let link = '';
  const sentBytes: Buffer[] = [];
  const documents: Buffer[] = [];

  // The tests' own browser compiles nothing for speed, with which a password takes a minute and a half instead of two seconds.
  inWorld((opened) => {
    world = opened;
  }, () => openWorldAlone({ LOG_LEVEL: 'debug' }, launchBrowser));

  /** Remembers everything that this browser sends. */
  const watched = (page: Page): Page => {
    page.context().on('request', (request: Request) => {
      sentBytes.push(Buffer.from(`${request.method()} ${request.url().replace(/#.*/s, '')} ${JSON.stringify(request.headers())}`), request.postDataBuffer() ?? Buffer.alloc(0));
    });
    return page;
  };

  const download = async (page: Page): Promise<Buffer> => {
    const [started] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download decrypted' }).click()]);
    const path = join(world.folder, `${documents.length}.pdf`);
    await started.saveAs(path);
    return readFileSync(path);
  };

  const signAs = async (page: Page, name: string, text?: string): Promise<void> => {
    await page.getByText('every version continues the one before').waitFor();
    if (text !== undefined) await placeOf(page, 'text').fill(text);
    await typeSignature(page, name);
    const dialog = page.getByRole('alertdialog', { name: `Sign “${title}”?` });
    const sign = page.getByRole('region', { name: 'Your fields' }).getByRole('button', { name: 'Sign', exact: true });
    await dialog.or(sign).first().waitFor();
    if (!(await dialog.isVisible())) await sign.click();
    await dialog.getByRole('button', { name: 'Sign', exact: true }).click();
    await page.getByRole('heading', { name: 'You have signed' }).waitFor();
  };

  test('the sender is told what is not possible, prepares it in the browser and sends it', async () => {
    sender = watched(await signedIn(world));
    await sender.goto(`${world.product.url}/upload`);
    await sender.getByRole('link', { name: 'Send end-to-end encrypted' }).click();
    await sender.getByRole('heading', { name: 'New end-to-end encrypted request' }).waitFor();
    await sender.getByText('Scanning the document for malware').waitFor();
    const form = await world.ownForm('Plain name of the file.pdf');
    const chooser = await chooserOf(sender, () => sender.getByRole('button', { name: 'Choose a PDF' }).click());
    await chooser.setFiles(form);
    await sender.getByLabel('Title').fill(title);
    await sender.getByLabel('Message to all recipients').fill(message);
    const first = sender.getByRole('group', { name: 'Person 1' });
    await first.getByLabel('Name').fill('Grace Hopper');
    await first.getByLabel('E-mail address').fill('grace@example.com');
    await sender.getByRole('button', { name: 'Add a person' }).click();
    const second = sender.getByRole('group', { name: 'Person 2' });
    await second.getByLabel('Name').fill('Alan Turing');
    await second.getByLabel('E-mail address').fill('alan@example.com');
    await second.getByText('By a password').click();
    await second.getByRole('textbox', { name: 'Password' }).fill('short');
    await sender.getByRole('button', { name: 'Place fields' }).click();
    await sender.getByText('Use at least 12 characters.').waitFor();
    await second.getByRole('textbox', { name: 'Password' }).fill(password);
    await sender.getByRole('button', { name: 'Place fields' }).click();
    await sender.getByRole('region', { name: /^Page 1 of/ }).waitFor();
    await sender.getByRole('button', { name: 'Discard all' }).click();
    await placeFor(sender, 'Grace Hopper');
    await placeField(sender, 'Text', 0.3, 0.14);
    await placeField(sender, 'Signature', 0.3, 0.5);
    await placeFor(sender, 'Alan Turing');
    await placeField(sender, 'Signature', 0.3, 0.62);
    await sender.getByRole('button', { name: 'Encrypt and send' }).click();
    await sender.getByRole('heading', { name: 'Hand over the key' }).waitFor();
    link = await sender.getByLabel('Link with the key').inputValue();
    expect(link).toMatch(/\/transaction\/[0-9a-f]{24}#k=[\w-]{43}$/);
    documents.push(await download(sender));
    expect(await problemsOf(sender, 'encrypted request')).toEqual([]);
    const mail = await world.mailbox.about('grace@example.com', '/transaction/');
    expect(mail.subject).toContain('Encrypted document');
    expect(mail.text).not.toContain('#k=');
  });

  test('an ordinary request that is prepared afterwards in the same tab is sent, and nothing of the encrypted one with it', async () => {
    await sender.getByRole('link', { name: 'Back' }).first().click();
    await newRequest(sender, world.file('Receipt.pdf', await makeShortForm()));
    await addRecipient(sender, 'Mary Somerville', 'mary@example.com');
    await sender.getByRole('button', { name: 'Discard all' }).click();
    await placeField(sender, 'Signature', 0.3, 0.5);
    await send(sender);
    const id = /[0-9a-f]{24}/.exec(link)?.[0] ?? '';
    expect(sentBytes.some((bytes) => bytes.includes('/files/meta/'))).toBe(true);
    expect(sentBytes.filter((bytes) => bytes.includes(`/files/meta/${id}`))).toEqual([]);
    const ids = (await world.product.query<{ id: string }>('select id from files')).map((row) => row.id);
    for (const bytes of sentBytes) for (const [, named = ''] of bytes.toString('latin1').matchAll(/\/files\/meta\/([0-9a-f]{24})/g)) expect(ids).toContain(named);
    await sender.goto(link.replace(/#.*/s, ''));
    await sender.getByRole('heading', { name: 'Hand over the key' }).waitFor();
  });

  test('the first recipient opens it with the link, whose key leaves the address, and signs', async () => {
    const grace = watched(await newPerson(world.browser));
    await openRequest(grace, linkIn(await world.mailbox.about('grace@example.com', '/transaction/'), /\/transaction\//));
    await grace.getByRole('heading', { name: 'This document is end-to-end encrypted' }).waitFor();
    await grace.getByLabel('Link or password').fill(`${link.slice(0, -3)}abc`);
    await grace.getByRole('button', { name: 'Open', exact: true }).click();
    await grace.getByText("This doesn't open the document.").waitFor();
    await grace.goto(link);
    await grace.getByText('every version continues the one before').waitFor();
    expect(grace.url()).not.toContain('#');
    expect(await grace.evaluate(() => JSON.stringify({ ...sessionStorage, ...localStorage }))).not.toContain(link.slice(-43));
    await signAs(grace, 'Grace Hopper', value);
    documents.push(await download(grace));
    await grace.goto(`${world.product.url}/transactions`);
    await grace.getByRole('link', { name: title }).waitFor();
  });

  test('the second opens it with the password, sees that it continues the versions before, and signs', async () => {
    const alan = watched(await newPerson(world.browser, devices.phone));
    await openRequest(alan, linkIn(await world.mailbox.about('alan@example.com', '/transaction/'), /\/transaction\//));
    await alan.getByLabel('Link or password').waitFor();
    expect(await problemsOf(alan, 'key of an encrypted request')).toEqual([]);
    await alan.getByLabel('Link or password').fill('another password');
    await alan.getByRole('button', { name: 'Open', exact: true }).click();
    await alan.getByText("This doesn't open the document.").waitFor();
    await alan.getByLabel('Link or password').fill(password);
    await alan.getByRole('button', { name: 'Open', exact: true }).click();
    await alan.getByText('Versions', { exact: true }).click();
    await alan.getByText('Signed by Grace Hopper; continues version 1 unchanged').waitFor();
    expect(await problemsOf(alan, 'signing an encrypted request')).toEqual([]);
    await signAs(alan, 'Alan Turing');
  });

  test('the sender downloads the decrypted result, and other programs validate its signatures', async () => {
    await sender.getByText(/Signed by Alan Turing; continues version 2/).waitFor({ state: 'attached' });
    documents.push(await download(sender));
    const [sent, once, twice] = documents as [Buffer, Buffer, Buffer];
    expect([sent.length < once.length, once.length < twice.length]).toEqual([true, true]);
    expect(twice.subarray(0, once.length).equals(once)).toBe(true);
    expect(once.subarray(0, sent.length).equals(sent)).toBe(true);
    const path = join(world.folder, '2.pdf');
    expect(qpdfProblems(path)).toBe('');
    expect(popplerSignatures(path).map(({ validation, coversWhole }) => [validation, coversWhole])).toEqual([['Signature is Valid.', false], ['Signature is Valid.', true]]);
    expect(textOf(path)).toContain(value);
  });

  test.skipIf(!hasSignatureJudge)('the validator accepts both signatures, with time stamps, with the installation’s root alone', async () => {
    const rootPem = join(world.folder, 'root.pem');
    writeFileSync(rootPem, await (await fetch(`${world.product.url}/v0/certificates/root`)).text());
    const { verdict } = judgeSignatures(join(world.folder, '2.pdf'), rootPem, 'B-T');
    expect(verdict.signatures.map(({ intact, valid, trusted, docmdp_ok, signer_cn: name, timestamp }) => [intact, valid, trusted, docmdp_ok, name, timestamp?.trusted])).toEqual([
      [true, true, true, true, 'Grace Hopper', true], [true, true, true, true, 'Alan Turing', true],
    ]);
  });

  describe('nothing of it is anywhere else', () => {
    let backup: string;

    const needles = (): Needles => {
      const key = Buffer.from(link.slice(-43), 'base64url');
      const original = readFileSync(join(world.folder, 'Plain name of the file.pdf'));
      const all: Needles = {
        ...textIn('title', title), ...textIn('message', message), ...textIn('value', value), ...textIn('password', password), ...textIn('file name', 'Plain name of the file'),
        ...inEveryForm('key', key), ...hashesOf('the original', original), ...partsOf('the original', original, spread(original)),
      };
      for (const [index, bytes] of documents.entries()) {
        Object.assign(all, hashesOf(`version ${index + 1}`, bytes), partsOf(`version ${index + 1}`, bytes, timesIn(bytes)));
        for (const [number, covered] of signedBytes(bytes).entries()) Object.assign(all, hashesOf(`what signature ${number + 1} covers`, covered));
      }
      return all;
    };

    const dump = async (): Promise<[string, Buffer][]> => {
      const tables = await world.product.query<{ schema: string; name: string }>("select schemaname as schema, tablename as name from pg_tables where schemaname not in ('pg_catalog', 'information_schema')");
      const rows: [string, Buffer][] = [];
      for (const { schema, name } of tables) {
        const found = await world.product.query<{ row: string }>(`select t::text || row_to_json(t)::text as row from "${schema}"."${name}" t`);
        rows.push([`database, ${name}`, Buffer.from(found.map(({ row }) => row).join('\n'))]);
      }
      expect(rows.length).toBeGreaterThan(60);
      return rows;
    };
    const files = (place: string, folder: string): [string, Buffer][] => filesBelow(folder).map((path) => [`${place}, ${path.slice(folder.length + 1)}`, contentOf(path)]);

    const everywhere = async (): Promise<string[]> => findIn([
      ...(await dump()), ...files('data folder', world.product.dataDir), ...files('backup', backup), ['log', Buffer.from(world.product.log)],
      ...sentBytes.map((bytes) => ['requests', bytes] as const),
      ...['grace@example.com', 'alan@example.com', ada.email].flatMap((address) => world.mailbox.to(address).map((mail) => ['mail', Buffer.from(JSON.stringify(mail))] as const)),
    ], needles());

    test('neither in the database, its files and its log, the storage, the server log, a backup, mails, nor in what the browsers sent', async () => {
      // Also what is not written yet.
      await world.product.query('checkpoint');
      backup = join(world.folder, 'backup');
      const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/cli/main.ts'), 'backup', backup], { env: { ...process.env, DATABASE_URL: '', DATA_DIR: world.product.dataDir, APP_URL: world.product.url, NODE_ENV: 'production' }, encoding: 'utf8' });
      expect([status, stderr.replaceAll(/.*Warning.*\n/g, '')]).toEqual([0, expect.any(String)]);
      expect(filesBelow(backup).length).toBeGreaterThan(60);
      expect(filesBelow(world.product.dataDir).filter((path) => readFileSync(path).subarray(0, 4).toString() === 'CSE1')).toHaveLength(3);
      expect(documents.map((bytes) => timesIn(bytes).length)).toEqual([0, 1, 2]);
      expect(Object.keys(needles()).length).toBeGreaterThan(115);
      expect(sentBytes.length).toBeGreaterThan(200);
      expect(await everywhere()).toEqual([]);
    });

    test('the search finds what is put in any of these places on purpose', async () => {
      const hash = createHash('sha256').update(documents[1]!).digest();
      await world.product.query('update transactions set error_code = $1 where end_to_end_encrypted', [hash.toString('base64')]);
      await world.product.query("update users set first_name = $1 where email = 'grace@example.com'", [title]);
      mkdirSync(join(world.product.dataDir, 'leak'));
      writeFileSync(join(world.product.dataDir, 'leak', 'raw'), Buffer.concat([Buffer.from([1, 2]), hash, Buffer.from([3])]));
      appendFileSync(join(backup, 'leak'), Buffer.from(link.slice(-43), 'base64url').toString('hex'));
      sentBytes.push(Buffer.from(JSON.stringify({ value })));
      const found = await everywhere();
      rmSync(join(world.product.dataDir, 'leak'), { recursive: true });
      for (const expected of ['database, transactions: sha256 of version 2, base64', 'database, users: title', 'data folder, leak/raw: sha256 of version 2, raw', 'backup, leak: key, hex', 'requests: value']) expect(found).toContain(expected);
    });
  });
});
