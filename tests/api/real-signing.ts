/** People who prepare and sign real documents, as the web app does: with the core, and keys of their own. */
import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';
import { createNodeEngine, type Engine, type FieldValues, type HashedBytes, type PrepareOptions } from '@countersign/core/node';
import * as x509 from '@peculiar/x509';
import { sameContact } from '#contract/entities/common.ts';
import { activeRecipients } from '#contract/entities/signing-order.ts';
import { preparedFields, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
import { timing } from '#contract/limits/timing.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import type { TestApp } from '../support/app.ts';
import { Client } from './client.ts';
import { active, signBody } from './transaction-world.ts';

/** Ada, who sends, and two guests with keys of their own, on a server that looks at real documents. */
export interface Signers {
  server: TestApp;
  engine: Engine;
  form: Uint8Array;
  ada: Client;
  bea: Client;
  carl: Client;
  beasKey: SigningKey;
  carlsKey: SigningKey;
}

export async function openSigners(env: NodeJS.ProcessEnv = {}): Promise<Signers> {
  // The rest is for journeys in a browser too, which would load a whole server for nothing.
  const { startTestApp } = await import('../support/app.ts');
  const [server, engine, form] = await Promise.all([startTestApp(env), createNodeEngine(), makeOwnForm()]);
  const guest = { type: 'guest', firstName: 'Guest' } as const;
  const ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  const bea = await Client.signIn(server, 'bea@example.org', guest);
  const carl = await Client.signIn(server, 'carl@example.org', guest);
  const [beasKey, carlsKey] = await Promise.all([enroll(bea), enroll(carl)]);
  return { server, engine, form, ada, bea, carl, beasKey, carlsKey };
}

/** A field on the first page, somebody's own. */
export const place = (id: string, y: number, email: string, more = {}) => ({
  id, page: 1, rect: { x: 40, y, width: 40, height: 3 }, recipient: { email }, ...more,
});

/** The codes of what was found wrong with a file. */
export const problemsOf = (body: unknown): string[] =>
  ((body as ErrorBody).error.details as { problems: { code: string }[] }).problems.map((problem) => problem.code);

const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

export interface SigningKey {
  certificate: Uint8Array;
  chain: Uint8Array[];
  sign(tbs: Uint8Array): Promise<Uint8Array>;
  /** Asks for a time stamp, as the web app does. Without it the signature brings none, as those of other programs. */
  stamp?(query: Uint8Array): Promise<Uint8Array>;
}

/** A key made here and certified by the installation for the person's proven address. */
export async function enroll(person: Client): Promise<SigningKey> {
  const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
  const request = await x509.Pkcs10CertificateRequestGenerator.create({ name: 'CN=Browser', keys, signingAlgorithm: curve });
  const { certificate, chain } = await person.call('certificates.enroll', { body: { csr: request.toString('pem') } });
  const bytes = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'));
  return {
    certificate: bytes(certificate),
    chain: chain.map(bytes),
    stamp: async (query) => bytes((await person.call('certificates.stamp', { body: { query: Buffer.from(query).toString('base64') } })).reply),
    sign: async (tbs) => new Uint8Array(await webcrypto.subtle.sign(curve, keys.privateKey, tbs as BufferSource)),
  };
}

/** A key that nobody vouches for. */
export async function strangersKey(): Promise<SigningKey> {
  const keys = (await webcrypto.subtle.generateKey(curve, false, ['sign', 'verify'])) as CryptoKeyPair;
  const day = 24 * 60 * 60 * 1000;
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: 'CN=Nobody', keys, signingAlgorithm: curve, notBefore: new Date(Date.now() - day), notAfter: new Date(Date.now() + day),
  });
  return { certificate: new Uint8Array(certificate.rawData), chain: [], sign: async (tbs) => new Uint8Array(await webcrypto.subtle.sign(curve, keys.privateKey, tbs as BufferSource)) };
}

interface StartWish {
  /** Whether only what follows the base is uploaded. */
  asTails?: boolean;
  accessCodes?: { recipientId: string; code: string }[];
}

/** Places the fields of the meta into every file and starts. */
export async function startForReal(engine: Engine, sender: Client, transaction: Transaction, { asTails = false, accessCodes }: StartWish = {}): Promise<Transaction> {
  for (const fileId of transaction.fileIds) {
    const meta = await sender.call('files.getMeta', { params: { id: fileId } });
    const base = await sender.contentOf(fileId);
    const document = await engine.open(base);
    const tail = await document.placeFields(preparedFields(meta.attributes.fields, transaction.recipients));
    await document.close();
    await upload(sender, transaction, fileId, Buffer.concat([base, tail.bytes]), asTails ? base : undefined);
  }
  return sender.call('transactions.start', { params: { id: transaction.id }, ...(accessCodes ? { body: { accessCodes } } : {}) });
}

/** `base`: the version that the bytes continue; then only what follows it is uploaded. */
export async function upload(person: Client, transaction: Transaction, fileId: string, bytes: Uint8Array, base?: Uint8Array): Promise<void> {
  const continued = base && { base: { size: base.length, hash: createHash('sha256').update(base).digest('hex') } };
  const { url } = await person.call('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, ...continued } });
  const stored = await person.put(url, bytes.subarray(base?.length ?? 0));
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
}

export interface SignWish {
  /** Values by the id of the field. */
  values?: Record<string, string | boolean>;
  /** Another name than the signer's own signature field. */
  field?: string;
  /** What the signature states of itself. */
  stated?: Stated;
}

type Stated = Partial<Pick<PrepareOptions, 'signingTime' | 'name' | 'reason' | 'location' | 'contact' | 'picture'>>;

/** The file as the person signs it, not yet uploaded. */
export async function signedCopy(engine: Engine, person: Client, key: SigningKey, transaction: Transaction, fileId: string, wish: SignWish = {}): Promise<Buffer> {
  const meta = await person.call('files.getMeta', { params: { id: fileId } });
  const fields = meta.attributes.fields;
  const signer = activeRecipients(transaction.recipients).find((each) => sameContact(each, person)) ?? active(transaction);
  const anchor = signatureAnchors(fields, transaction.recipients).find((each) => each.recipientId === signer.id)!;
  const values: FieldValues = {};
  for (const [id, value] of Object.entries(wish.values ?? {})) values[fields.find((each) => each.id === id)!.fieldName] = value;
  return signBytes(engine, await person.contentOf(fileId), key, wish.field ?? anchor.fieldName, values, undefined, wish.stated);
}

export async function signBytes(engine: Engine, base: Buffer, key: SigningKey, field: string, values: FieldValues = {}, password?: string, stated: Stated = {}): Promise<Buffer> {
  const document = await engine.open(base, password === undefined ? {} : { password });
  const prepared = await document.prepareSignature({
    field, certificate: key.certificate, chain: key.chain, values, signingTime: Math.floor(Date.now() / 1000), ...stated,
  });
  await document.close();
  const value = await key.sign(prepared.tbs);
  const request = key.stamp && (await engine.timestampRequest(prepared.session, value));
  const tail = await engine.completeWithSignature(prepared.session, value, request && { request, response: await key.stamp!(request) });
  return Buffer.concat([base, tail.bytes]);
}

/** Uploads a signed copy and says that it is one. */
export async function deliver(person: Client, transaction: Transaction, fileId: string, bytes: Uint8Array, base?: Uint8Array) {
  await upload(person, transaction, fileId, bytes, base);
  return person.send('transactions.sign', { params: { id: transaction.id }, body: signBody(person, fileId) });
}

/** A version, and the hash state from which the digest of a signature continues, as browsers have them. */
interface KnownVersion {
  bytes: Buffer;
  known: HashedBytes;
}

/** Signs as the web app does while others sign the same file: on a conflict, again on the new version. Returns the number of attempts. */
export async function signUntilAccepted(engine: Engine, person: Client, key: SigningKey, transaction: Transaction, fileId: string, base: Buffer): Promise<number> {
  const field = signatureAnchors((await person.call('files.getMeta', { params: { id: fileId } })).attributes.fields, transaction.recipients)
    .find((each) => sameContact(transaction.recipients.find(({ id }) => id === each.recipientId)!, person))!.fieldName;
  const most = transaction.recipients.length + timing.signAgainTries;
  let current: KnownVersion = { bytes: base, known: await engine.hashState(base) };
  for (let attempts = 1; attempts <= most; attempts += 1) {
    const answer = await attempt(engine, person, key, { transaction, fileId, base: current, field });
    if (answer.status === 200) return attempts;
    if (answer.status !== 409) throw new Error(JSON.stringify(answer.body));
    const { recipients } = await person.call('transactions.get', { params: { id: transaction.id } });
    await new Promise((resolve) => setTimeout(resolve, Math.random() * timing.signAgainSpread * activeRecipients(recipients).length));
    current = await newestAfter(engine, person, fileId, current);
  }
  throw new Error(`${person.email} is always too late`);
}

interface Attempt {
  transaction: Transaction;
  fileId: string;
  base: KnownVersion;
  field: string;
}

async function attempt(engine: Engine, person: Client, key: SigningKey, { transaction, fileId, base: { bytes, known }, field }: Attempt): Promise<{ status: number; body: unknown }> {
  const continued = { base: { size: bytes.length, hash: Buffer.from(known.sha256).toString('hex') } };
  const address = await person.send('transactions.updateUrl', { params: { id: transaction.id }, body: { fileId, ...continued } });
  if (address.status >= 300) return address;
  const stored = await person.put((address.body as { url: string }).url, await signedTail(engine, { bytes, known }, key, field));
  return stored.status >= 300 ? stored : person.send('transactions.sign', { params: { id: transaction.id }, body: signBody(person, fileId) });
}

async function signedTail(engine: Engine, { bytes, known }: KnownVersion, key: SigningKey, field: string): Promise<Uint8Array> {
  const document = await engine.open(bytes, { knownPrefix: known });
  const prepared = await document.prepareSignature({ field, certificate: key.certificate, chain: key.chain, signingTime: Math.floor(Date.now() / 1000) });
  await document.close();
  const value = await key.sign(prepared.tbs);
  const request = key.stamp && (await engine.timestampRequest(prepared.session, value));
  return (await engine.completeWithSignature(prepared.session, value, request && { request, response: await key.stamp!(request) })).bytes;
}

/** The current version, of which only what follows the known one is fetched. */
async function newestAfter(engine: Engine, person: Client, fileId: string, { bytes, known }: KnownVersion): Promise<KnownVersion> {
  const { url, size } = await person.call('files.downloadUrl', { params: { id: fileId } });
  if (size <= bytes.length) return { bytes, known };
  const { pathname, search } = new URL(url, 'http://localhost');
  const tail = await person.server.app.inject({ method: 'GET', url: pathname + search, headers: { range: `bytes=${bytes.length}-` } });
  if (tail.statusCode !== 206) throw new Error(`${tail.statusCode} ${tail.body}`);
  return { bytes: Buffer.concat([bytes, tail.rawPayload]), known: await engine.continueHash(known.state, tail.rawPayload) };
}
