/** People who prepare and sign real documents, as the web app does: with the core, and keys of their own. */
import 'reflect-metadata';
import { createHash, webcrypto } from 'node:crypto';
import { createNodeEngine, type Engine, type FieldValues, type PrepareOptions } from '@countersign/core/node';
import * as x509 from '@peculiar/x509';
import { preparedFields, signatureAnchors } from '#contract/entities/signature-anchor.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { ErrorBody } from '#contract/errors.ts';
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

/** Places the fields of the meta into every file and starts. */
/** `asTails`: uploads only what was appended. */
export async function startForReal(engine: Engine, sender: Client, transaction: Transaction, asTails = false): Promise<Transaction> {
  for (const fileId of transaction.fileIds) {
    const meta = await sender.call('files.getMeta', { params: { id: fileId } });
    const base = await sender.contentOf(fileId);
    const document = await engine.open(base);
    const tail = await document.placeFields(preparedFields(meta.attributes.fields, transaction.recipients));
    await document.close();
    await upload(sender, transaction, fileId, Buffer.concat([base, tail.bytes]), asTails ? base : undefined);
  }
  return sender.call('transactions.start', { params: { id: transaction.id } });
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
  const anchor = signatureAnchors(fields, transaction.recipients).find((each) => each.recipientId === active(transaction).id)!;
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
