/** XHTML pages: sent as they are, and signed with signatures beside them. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { namedSignatures } from '#contract/entities/file.ts';
import type { Transaction, TransactionOptions } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { sizes } from '#contract/limits/sizes.ts';
import { timing } from '#contract/limits/timing.ts';
import { trustService, type TrustService } from '../support/trust-service.ts';
import type { Answer, Client } from './client.ts';
import { enroll, openSigners, problemsOf, strangersKey, type Signers, type SigningKey } from './real-signing.ts';
import { at, contact, signBody } from './transaction-world.ts';

let { server, engine, form, ada, bea, carl, beasKey, carlsKey } = {} as Signers;
/** Another issuer, whom the administrator trusts. */
let trusted: TrustService;
const folder = mkdtempSync(join(tmpdir(), 'countersign-pages-'));
beforeAll(async () => {
  trusted = await trustService();
  const roots = join(folder, 'roots.pem');
  writeFileSync(roots, trusted.rootPem);
  ({ server, engine, form, ada, bea, carl, beasKey, carlsKey } = await openSigners({ TRUSTED_CERTIFICATES: roots }));
});
afterAll(async () => {
  await engine.close();
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const now = (): number => Math.floor(Date.now() / 1000);
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesIn = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, 'base64'));

interface Draft {
  people?: readonly object[];
  options?: Partial<TransactionOptions>;
  parallel?: boolean;
}

/** A page that was added, in a draft for these people. */
async function drafted({ people = [contact(bea.email), contact(carl.email)], options = {}, parallel = false }: Draft = {}): Promise<{ transaction: Transaction; fileId: string }> {
  const page = await ada.addPage();
  const created = await ada.call('transactions.create', { body: { fileIds: [page.id] } });
  const recipients = parallel ? people.map((each) => ({ ...each, signingOrder: 1 })) : people;
  return { transaction: await ada.call('transactions.update', { ...at(created), body: { options, recipients: recipients as never } }), fileId: page.id };
}

async function sent(draft: Draft = {}): Promise<{ transaction: Transaction; fileId: string }> {
  const { transaction, fileId } = await drafted(draft);
  return { transaction: await ada.call('transactions.start', at(transaction)), fileId };
}

interface Made {
  /** Whether the signature brings its time stamp. */
  stamps?: boolean;
  signingTime?: number;
}

async function signatureOver(content: Uint8Array, key: SigningKey, { stamps = true, signingTime = now() }: Made = {}): Promise<Uint8Array> {
  const prepared = await engine.prepareDetached(Uint8Array.from(content), { certificate: key.certificate, chain: key.chain, signingTime });
  const value = await key.sign(prepared.tbs);
  if (!stamps || !key.stamp) return engine.completeDetached(prepared.session, value);
  const request = await engine.timestampRequest(prepared.session, value);
  return engine.completeDetached(prepared.session, value, { request, response: await key.stamp(request) });
}

const send = (person: Client, transaction: Transaction, fileId: string, cms: Uint8Array | string): Promise<Answer<unknown>> =>
  person.send('transactions.sign', { ...at(transaction), body: { ...signBody(person, fileId), cms: typeof cms === 'string' ? cms : base64(cms) } });

async function sign(person: Client, key: SigningKey, transaction: Transaction, fileId: string, made: Made = {}): Promise<Answer<unknown>> {
  return send(person, transaction, fileId, await signatureOver(await person.contentOf(fileId), key, made));
}

const codeOf = ({ body }: Answer<unknown>): string => (body as ErrorBody).error.code;

const judged = async (page: Uint8Array, cms: string) =>
  engine.verifyDetached(Uint8Array.from(page), bytesIn(cms), { trust: [server.infrastructure.authority.rootCertificate()], at: now() });

test('two people sign one page, which stays as it is, and both signatures hold', async () => {
  const { transaction, fileId } = await sent();
  const page = await bea.contentOf(fileId);
  expect(page.equals(await ada.contentOf(fileId, 1))).toBe(true);
  expect(await sign(bea, beasKey, transaction, fileId)).toMatchObject({ status: 200, body: { status: 'pending', recipients: [{ completed: true, signedFileIds: [fileId] }, { completed: false }] } });
  expect(await sign(carl, carlsKey, transaction, fileId)).toMatchObject({ status: 200, body: { status: 'completed' } });
  expect((await ada.contentOf(fileId)).equals(page)).toBe(true);
  expect((await ada.call('files.getMeta', { params: { id: fileId } })).version).toBe(2);
  const { signatures } = await ada.call('files.signatures', { params: { id: fileId } });
  expect(signatures).toHaveLength(2);
  for (const [index, email] of [bea.email, carl.email].entries()) {
    expect(await judged(page, signatures[index]!.cms)).toMatchObject({ intact: true, trusted: true, acceptable: true, level: 'B-T', field: null, signer: { email } });
  }
  expect(await judged(Buffer.concat([page, Buffer.from(' ')]), signatures[0]!.cms)).toMatchObject({ intact: false, acceptable: false, indication: 'failed' });
}, 60_000);

test('those who sign at once do not disturb each other', async () => {
  const { transaction, fileId } = await sent({ parallel: true });
  const page = await bea.contentOf(fileId);
  const [ofBea, ofCarl] = [await signatureOver(page, beasKey), await signatureOver(page, carlsKey)];
  const answers = await Promise.all([send(bea, transaction, fileId, ofBea), send(carl, transaction, fileId, ofCarl)]);
  expect(answers.map(({ status }) => status)).toEqual([200, 200]);
  expect((await ada.call('transactions.get', at(transaction))).status).toBe('completed');
});

test('a second call is a retry and changes nothing', async () => {
  const { transaction, fileId } = await sent();
  const [first, again] = [await sign(bea, beasKey, transaction, fileId), await sign(bea, beasKey, transaction, fileId)];
  expect([first.status, again.status]).toEqual([200, 200]);
  expect((await ada.call('files.signatures', { params: { id: fileId } })).signatures).toHaveLength(1);
});

test('the server adds a time stamp to a signature without one', async () => {
  const { transaction, fileId } = await sent();
  expect((await sign(bea, beasKey, transaction, fileId, { stamps: false })).status).toBe(200);
  const { signatures: [own] } = await ada.call('files.signatures', { params: { id: fileId } });
  expect(await judged(await ada.contentOf(fileId), own!.cms)).toMatchObject({ acceptable: true, level: 'B-T', timestamp: { trusted: true } });
});

test('the server signs for whoever has no key, after the code', async () => {
  const { transaction, fileId } = await sent();
  const body = signBody(bea, fileId);
  const ask = () => bea.send('transactions.sign', { ...at(transaction), body: { ...body, appendedSignatures: body.appendedSignatures.map((each) => ({ ...each, signatureType: 'server' })) } });
  expect(codeOf(await ask())).toBe('sign_code_missing');
  await bea.call('certificates.sendCode');
  const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('template', '=', 'certificate_code').where('recipient', '=', bea.email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  await bea.call('certificates.submitCode', { body: { code: /\b\d{6}\b/.exec(mail.text_body)?.[0] ?? '' } });
  expect((await ask()).status).toBe(200);
  const { signatures: [own] } = await bea.call('files.signatures', { params: { id: fileId } });
  expect(await judged(await bea.contentOf(fileId), own!.cms)).toMatchObject({ acceptable: true, level: 'B-T', signer: { email: bea.email } });
  const strict = await sent({ options: { requireLocalCertificate: true } });
  const strictBody = signBody(bea, strict.fileId);
  const refused = await bea.send('transactions.sign', { ...at(strict.transaction), body: { ...strictBody, appendedSignatures: [{ ...strictBody.appendedSignatures[0], signatureType: 'server' }] } });
  expect(codeOf(refused)).toBe('sign_conditions_not_accepted');
}, 60_000);

describe('a signature is refused', () => {
  let transaction: Transaction;
  let fileId: string;
  let page: Buffer;
  beforeAll(async () => {
    ({ transaction, fileId } = await sent());
    page = await bea.contentOf(fileId);
  });

  const refused = async (cms: Uint8Array): Promise<string[]> => {
    const answer = await send(bea, transaction, fileId, cms);
    expect([answer.status, codeOf(answer)]).toEqual([422, 'verification_failed']);
    expect(await ada.call('transactions.get', at(transaction))).toEqual(transaction);
    expect((await ada.call('files.signatures', { params: { id: fileId } })).signatures).toEqual([]);
    return problemsOf(answer.body);
  };

  test('over another page', async () => {
    expect(await refused(await signatureOver(Buffer.concat([page, Buffer.from('\n')]), beasKey))).toContain('signature_broken');
  });

  test('by another person', async () => {
    expect(await refused(await signatureOver(page, carlsKey))).toEqual(['signature_of_another']);
  });

  test('by somebody whom nobody vouches for', async () => {
    expect(await refused(await signatureOver(page, await strangersKey()))).toContain('signature_untrusted');
  });

  test('of another time', async () => {
    const minutes = timing.signingClock / 60_000;
    expect(await refused(await signatureOver(page, beasKey, { signingTime: now() + (minutes + 2) * 60 }))).toEqual(['signature_time']);
    expect(await refused(await signatureOver(page, beasKey, { signingTime: now() - (minutes + 2) * 60 }))).toEqual(['signature_time']);
  });

  test('with bytes that are none, or that follow one', async () => {
    expect(await refused(Buffer.from('no signature'))).toContain('signature_broken');
    expect(await refused(Buffer.concat([await signatureOver(page, beasKey), Buffer.from([0])]))).toContain('signature_broken');
  });

  test('that is too large, missing, or not base64', async () => {
    expect(codeOf(await send(bea, transaction, fileId, Buffer.alloc(sizes.detachedSignature + 3)))).toBe('request_validation_error');
    expect(codeOf(await send(bea, transaction, fileId, 'ä'))).toBe('request_validation_error');
    expect(codeOf(await bea.send('transactions.sign', { ...at(transaction), body: signBody(bea, fileId) }))).toBe('file_body_missing');
  });

  test('of whoever is not asked, or not yet', async () => {
    for (const person of [carl, ada]) expect(['permission_denied', 'sign_conditions_not_accepted']).toContain(codeOf(await send(person, transaction, fileId, await signatureOver(page, await enroll(person)))));
  });

  test('with a certificate that was revoked', async () => {
    const key = await enroll(bea);
    const cms = await signatureOver(page, key);
    const { certificates } = await bea.call('certificates.list');
    const serial = (await judged(page, base64(cms))).signer?.serialNumber;
    expect(certificates.map((each) => each.serial)).toContain(serial);
    await bea.call('certificates.revoke', { body: { serial: serial ?? '', reason: 'keyCompromise' } });
    const answer = await send(bea, transaction, fileId, cms);
    expect(codeOf(answer)).toBe('sign_certificate_revoked');
  });
});

test('the sender\'s requirements count as for a PDF', async () => {
  const matched = await sent({ options: { requireCertificateContactMatch: true } });
  expect(problemsOf((await sign(bea, await trusted.issue({ name: 'Bea Grün' }), matched.transaction, matched.fileId)).body)).toEqual(['signature_of_another']);
  expect((await sign(bea, await trusted.issue({ name: 'Bea Grün', email: bea.email }), matched.transaction, matched.fileId)).status).toBe(200);
  const strict = await sent({ options: { requireQualifiedCertificate: true, requireSmartCard: true } });
  expect(problemsOf((await sign(bea, beasKey, strict.transaction, strict.fileId)).body)).toEqual(['certificate_not_qualified', 'certificate_not_on_card']);
  expect(problemsOf((await sign(bea, await trusted.issue({ name: 'Bea', qualified: true }), strict.transaction, strict.fileId)).body)).toEqual(['certificate_not_on_card']);
  expect((await sign(bea, await trusted.issue({ name: 'Bea', qualified: true, onDevice: true }), strict.transaction, strict.fileId)).status).toBe(200);
  const placed = await sent({ options: { requireRecipientLocation: true } });
  expect(codeOf(await sign(bea, beasKey, placed.transaction, placed.fileId))).toBe('sign_conditions_not_accepted');
}, 60_000);

test('a page is frozen from the start on, and only then', async () => {
  const { transaction, fileId } = await drafted();
  const mimeType = 'application/xhtml+xml';
  const filled = Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"><body><input value="Ada"/></body></html>');
  const change = () => ada.send('files.updateUrl', { params: { id: fileId }, body: { mimeType } });
  const { url: late } = (await change()).body as { url: string };
  const { url } = (await change()).body as { url: string };
  expect((await ada.put(url, filled, mimeType)).status).toBe(200);
  await ada.call('transactions.start', at(transaction));
  expect(codeOf(await change())).toBe('resource_in_use');
  // An address from before is worth nothing any more.
  expect((await ada.put(late, Buffer.from('<html xmlns="http://www.w3.org/1999/xhtml"/>'), mimeType)).status).toBe(409);
  expect((await bea.contentOf(fileId)).equals(filled)).toBe(true);
  // What the page was before it was filled in is not sent.
  expect(await bea.refusal('files.downloadUrl', { params: { id: fileId }, query: { version: 1 } })).toBe('version_not_found');
  expect(await bea.refusal('transactions.updateUrl', { ...at(transaction), body: { fileId } })).toBe('wrong_mime_type');
});

describe('starting is refused', () => {
  const refusal = async (draft: Draft) => ada.refusalBody('transactions.start', { ...at((await drafted(draft)).transaction), ...(draft.options?.requirePasswordProtection ? { body: { password: 'secret word' } } : {}) });

  test('for a page that is to be encrypted, or signed in person', async () => {
    expect(await refusal({ options: { requirePasswordProtection: true } })).toMatchObject({ code: 'sign_not_pdf', details: { reasons: ['password'] } });
    expect(await refusal({ people: [contact(bea.email), { firstName: 'Guest', inPerson: true }] })).toMatchObject({ code: 'sign_not_pdf', details: { reasons: ['in_person'] } });
  });

  test('for a page with fields for recipients', async () => {
    const { transaction, fileId } = await drafted();
    const field = { id: 'a', page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, recipient: { email: bea.email } };
    await ada.call('files.updateMeta', { params: { id: fileId }, body: { attributes: { fields: [field] } } });
    expect(await ada.refusalBody('transactions.start', at(transaction))).toMatchObject({ code: 'not_ready', details: { fileId, problems: [{ code: 'field_of_page' }] } });
  });

  test('for a page that is already in another request', async () => {
    const { fileId } = await sent();
    const second = await ada.call('transactions.create', { body: { fileIds: [fileId] } }).catch(() => null);
    expect(second).toBeNull();
  });
});

test('whoever may read the page may read its signatures, and nobody else', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  for (const reader of [ada, bea, carl]) expect((await reader.call('files.signatures', { params: { id: fileId } })).signatures).toHaveLength(1);
  const stranger = await import('./client.ts').then(({ Client: Person }) => Person.signIn(server, 'eve@example.org'));
  expect(await stranger.refusal('files.signatures', { params: { id: fileId } })).toBe('permission_denied');
  const pdf = await ada.addFile(form);
  expect((await ada.call('files.signatures', { params: { id: pdf.id } })).signatures).toEqual([]);
});

test('a page and a PDF are signed in one request, each in its own way', async () => {
  const { deliver, signedCopy, startForReal } = await import('./real-signing.ts');
  const [page, pdf] = [await ada.addPage(), await ada.addFile(form, 'Lease.pdf')];
  const created = await ada.call('transactions.create', { body: { fileIds: [pdf.id] } });
  const draft = await ada.call('transactions.update', { ...at(created), body: { recipients: [contact(bea.email)] } });
  await expect(startForReal(engine, ada, draft)).resolves.toMatchObject({ status: 'pending' });
  await ada.call('transactions.cancel', at(draft));
  const other = await ada.addFile(form, 'Annex.pdf');
  const mixed = await ada.call('transactions.create', { body: { fileIds: [other.id, page.id] } });
  const both = await ada.call('transactions.update', { ...at(mixed), body: { recipients: [contact(bea.email)] } });
  // The PDF is prepared; the page needs nothing.
  const { preparedFields } = await import('#contract/entities/signature-anchor.ts');
  const { upload } = await import('./real-signing.ts');
  const base = await ada.contentOf(other.id);
  const document = await engine.open(base);
  const tail = await document.placeFields(preparedFields([], both.recipients));
  await upload(ada, both, other.id, Buffer.concat([base, tail.bytes]));
  const running = await ada.call('transactions.start', at(both));
  expect((await deliver(bea, running, other.id, await signedCopy(engine, bea, beasKey, running, other.id))).status).toBe(200);
  expect(codeOf(await bea.send('transactions.sign', { ...at(running), body: { ...signBody(bea, other.id), cms: base64(Buffer.from('x')) } }))).toBe('wrong_mime_type');
  expect(await sign(bea, beasKey, running, page.id)).toMatchObject({ status: 200, body: { status: 'completed' } });
}, 60_000);

test('the history, the audit and the mail know the signatures', async () => {
  const { transaction, fileId } = await sent({ people: [contact(bea.email)] });
  expect(await sign(bea, beasKey, transaction, fileId)).toMatchObject({ status: 200, body: { status: 'completed' } });
  const { insights } = await ada.call('files.insights', { params: { id: fileId } });
  expect(insights.map(({ action }) => action)).toContain('file_signed');
  const mail = await server.infrastructure.db.selectFrom('mails').selectAll().where('template', '=', 'completed').where('recipient', '=', bea.email).orderBy('created_at', 'desc').executeTakeFirstOrThrow();
  expect(mail.attachments.map(({ name }) => name)).toEqual(['Page.xhtml', expect.stringMatching(/^Page\.xhtml\..+\.p7s$/)]);
  const { signatures } = await ada.call('files.signatures', { params: { id: fileId } });
  expect(mail.attachments[1]).toMatchObject({ signing: signatures[0]!.id, mime: 'application/pkcs7-signature' });
});

test('a declined request keeps what was signed; a copy of it starts without signatures', async () => {
  const { transaction, fileId } = await sent();
  await sign(bea, beasKey, transaction, fileId);
  await carl.call('transactions.decline', { ...at(transaction), body: { reason: 'no' } });
  expect((await ada.call('files.signatures', { params: { id: fileId } })).signatures).toHaveLength(1);
  const copy = await ada.call('transactions.duplicate', { ...at(transaction), body: {} });
  expect((await ada.call('files.signatures', { params: { id: copy.fileIds[0]! } })).signatures).toEqual([]);
  expect((await ada.contentOf(copy.fileIds[0]!)).equals(await ada.contentOf(fileId))).toBe(true);
});

/** A second opinion; skipped where OpenSSL is absent. */
test.skipIf(spawnSync('openssl', ['version']).status !== 0)('OpenSSL accepts the downloaded signatures', async () => {
  const { transaction, fileId } = await sent({ people: [contact(bea.email)] });
  await sign(bea, beasKey, transaction, fileId);
  const { signatures } = await ada.call('files.signatures', { params: { id: fileId } });
  const [own] = namedSignatures('Page.xhtml', signatures);
  writeFileSync(join(folder, 'Page.xhtml'), await ada.contentOf(fileId));
  writeFileSync(join(folder, own!.name), bytesIn(own!.signature.cms));
  writeFileSync(join(folder, 'Other.xhtml'), '<html/>');
  const verify = (content: string) => spawnSync('openssl', ['cms', '-verify', '-binary', '-inform', 'DER', '-noverify', '-in', own!.name, '-content', content, '-out', 'out'], { cwd: folder }).status;
  expect([verify('Page.xhtml'), verify('Other.xhtml') === 0]).toEqual([0, false]);
});
