/** Validation of tokens and metadata from an upstream provider (OWASP ASVS 5, V9 and V10.5). */
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, SignJWT, UnsecuredJWT, type CryptoKey, type JWTPayload } from 'jose';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createUpstream, type UpstreamAnswer } from './upstream.ts';

const request = { nonce: 'the-nonce', verifier: 'v'.repeat(43) };
let server: Server;
let address: string;
let own: CryptoKey;
let foreign: CryptoKey;
let published: Record<string, unknown>;
/** The provider's metadata, and the ID token it returns. */
let metadata: Record<string, unknown>;
let token: string;

beforeAll(async () => {
  const [pair, other] = [await generateKeyPair('ES256'), await generateKeyPair('ES256')];
  [own, foreign] = [pair.privateKey, other.privateKey];
  published = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'ES256', use: 'sig' };
  server = createServer((incoming, answer) => {
    const body = { '/.well-known/openid-configuration': metadata, '/jwks': { keys: [published] }, '/token': { id_token: token, access_token: 'a' } }[incoming.url ?? ''];
    answer.writeHead(body === undefined ? 404 : 200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());
beforeEach(() => {
  metadata = { issuer: address, authorization_endpoint: `${address}/authorize`, token_endpoint: `${address}/token`, jwks_uri: `${address}/jwks` };
});

const now = () => Math.floor(Date.now() / 1000);
const good = (): JWTPayload => ({ iss: address, aud: 'us', sub: 'ada', nonce: 'the-nonce', email: 'ada@example.org', email_verified: true, iat: now(), exp: now() + 60 });
const signed = (payload: JWTPayload, key: CryptoKey | Uint8Array = own, header: Record<string, unknown> = {}) => new SignJWT(payload).setProtectedHeader({ alg: 'ES256', kid: 'k', ...header }).sign(key);
const finish = (answer: UpstreamAnswer = { code: 'c' }) =>
  createUpstream({ id: 'other', type: 'social', name: 'Other', issuer: address, clientId: 'us', clientSecret: 'the secret', domains: [], secondFactor: 'ask' }, 'https://sign.example.org/back').finish(answer, request);

test('accepts a token that the provider signed for this client and this sign-in', async () => {
  token = await signed(good());
  expect(await finish()).toMatchObject({ sub: 'ada', email: 'ada@example.org' });
});

test.each<[string, () => Promise<string> | string]>([
  ['is not signed', () => new UnsecuredJWT(good()).encode()],
  ['is signed by another key', () => signed(good(), foreign)],
  ['is signed with the client secret', () => signed(good(), new TextEncoder().encode('the secret'.padEnd(32)), { alg: 'HS256' })],
  ['is signed with the public key as a secret', () => signed(good(), new TextEncoder().encode(JSON.stringify(published)), { alg: 'HS256' })],
  ['brings its own key', async () => signed(good(), foreign, { jwk: await exportJWK((await generateKeyPair('ES256', { extractable: true })).publicKey), kid: 'own' })],
  ['names its own keys', () => signed(good(), foreign, { jku: 'https://evil.example/jwks', kid: 'own' })],
  ['is for another client', () => signed({ ...good(), aud: 'them' })],
  ['has another issuer', () => signed({ ...good(), iss: 'https://evil.example' })],
  ['has expired', () => signed({ ...good(), exp: now() - 60 })],
  ['is not valid yet', () => signed({ ...good(), nbf: now() + 120 })],
  ['never expires', () => signed({ ...good(), exp: undefined })],
  ['has the nonce of another sign-in', () => signed({ ...good(), nonce: 'another' })],
  ['has no subject', () => signed({ ...good(), sub: undefined })],
])('rejects a token that %s', async (_, make) => {
  token = await make();
  await expect(finish()).rejects.toMatchObject({ code: 'service_partner_error' });
});

test('does not query a provider whose metadata names another issuer', async () => {
  token = await signed(good());
  metadata.issuer = 'https://elsewhere.example';
  await expect(finish()).rejects.toMatchObject({ code: 'service_partner_error' });
});

test('rejects a response with a foreign issuer, or with none where the provider announces one', async () => {
  token = await signed(good());
  metadata.authorization_response_iss_parameter_supported = true;
  await expect(finish({ code: 'c', iss: 'https://evil.example' })).rejects.toMatchObject({ code: 'service_partner_error' });
  await expect(finish({ code: 'c' })).rejects.toMatchObject({ code: 'service_partner_error' });
  expect(await finish({ code: 'c', iss: address })).toMatchObject({ sub: 'ada' });
});
