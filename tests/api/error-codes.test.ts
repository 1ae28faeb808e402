/**
 * Each error code of the server, provoked over HTTP: one row a code, and no code without a row. What a person gets has the code, its
 * status and its text, and nothing of what went on inside.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cloudSources } from '#contract/entities/cloud.ts';
import { errors, serverErrorCodes } from '#contract/errors.ts';
import { newId } from '#server/platform/id.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { authorizationRequest, Browser, origin } from '../support/browser.ts';
import { overNetwork } from '../support/over-network.ts';
import { UpstreamProvider } from '../support/upstream-provider.ts';
import { Client, samplePdf, type Answer } from './client.ts';
import { contact, draft } from './transaction-world.ts';

type Code = (typeof serverErrorCodes)[number];

let server: TestApp;
let works: UpstreamProvider;
let url: string;
let ada: Client;
let eve: Client;
let number = 0;

beforeAll(async () => {
  works = await UpstreamProvider.open(`${origin}/v0/connections/oidc/callback`);
  server = await startTestApp({
    BILLING: 'true',
    CHECK_TIME_LIMIT: '1',
    CONNECTIONS: JSON.stringify([{ id: 'works', type: 'federated', name: 'Works', issuer: works.issuer, clientId: 'countersign', clientSecret: 'the secret', domains: ['works.example'] }]),
    CLOUD_SOURCES: JSON.stringify(cloudSources.map((source) => ({ source, clientId: 'x', clientSecret: 'x', base: 'http://127.0.0.1:9' }))),
  });
  url = await server.app.listen({ port: 0, host: '127.0.0.1' });
  await server.infrastructure.db.insertInto('promo_codes').values({ code: 'HALF', discount_rate: 0.5 }).execute();
  [ada, eve] = [await someone(), await someone()];
});
afterAll(async () => {
  server.app.server.closeAllConnections();
  await server.close();
  await works.close();
});

const someone = async (email = `person${number += 1}@example.org`): Promise<Client> => new Client(overNetwork(url), email, await server.signIn(email));
const nobody = (headers: Record<string, string> = {}): Client => new Client(overNetwork(url), '', { userId: '', token: '', headers: headers as Client['headers'] & { authorization: string } });

async function ask(method: string, path: string, body?: unknown): Promise<Answer<unknown>> {
  const json = body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } };
  const response = await fetch(new URL(path, url), { method, redirect: 'manual', ...json });
  return { status: response.status, body: await response.json() };
}

/** The last of so many askings. */
async function lastOf(times: number, asking: () => Promise<Answer<unknown>>): Promise<Answer<unknown>> {
  for (let time = 1; time < times; time += 1) await asking();
  return asking();
}

async function payer(token = '4242 4242 4242 4242'): Promise<Client> {
  const who = await someone();
  await who.call('billing.setPaymentMethod', { body: { token } });
  return who;
}

/** Two people who named the same address or number, and proved it one after the other: what the second is told. */
async function provenTwice(kind: 'Email' | 'Phone'): Promise<Answer<unknown>> {
  const named = kind === 'Email' ? { email: 'wanted@example.org' } : { phone: '+4915100000077' };
  const both = [await someone(), await someone()] as const;
  for (const who of both) {
    await who.call('profile.update', { body: named });
    await who.call(kind === 'Email' ? 'auth.sendVerificationEmail' : 'auth.sendVerificationSms', { body: { callback: '/verify' } });
  }
  const { rows } = await server.infrastructure.pool.query<{ text: string }>(kind === 'Email'
    ? "select text_body as text from mails where recipient = 'wanted@example.org'" : "select body as text from text_messages where recipient = '+4915100000077'");
  const [first, second] = rows.map(({ text }) => new URL(/http\S+/.exec(text)![0]).searchParams.get('ticket')!);
  await both[0].call(kind === 'Email' ? 'auth.verifyEmail' : 'auth.verifyPhone', { query: { ticket: first! } });
  return both[1].send(kind === 'Email' ? 'auth.verifyEmail' : 'auth.verifyPhone', { query: { ticket: second! } });
}

const at = (id: string) => ({ params: { id } });
const callback = { body: { callback: '/verify' } };

const rows: Record<Exclude<Code, 'unable_to_sign_up'>, () => Promise<Answer<unknown>>> = {
  not_found: () => ada.send('files.getMeta', at(newId())),
  resource_in_use: async () => {
    const { fileIds } = await draft(ada, ['bea@example.org']);
    return ada.send('transactions.create', { body: { fileIds } });
  },
  related_file_deleted: () => ada.send('transactions.create', { body: { fileIds: [newId()] } }),
  request_timeout_error: async () => {
    const form = await makeOwnForm();
    const file = await ada.addFile(form);
    const { id } = await ada.call('transactions.create', { body: { fileIds: [file.id], recipients: [contact('bea@example.org')] } });
    const prepared = await ada.call('transactions.updateUrl', { ...at(id), body: { fileId: file.id } });
    await ada.put(prepared.url, Buffer.concat([form, Buffer.from('%\n')]));
    return ada.send('transactions.start', at(id));
  },
  route_not_found: () => ask('GET', '/no-such-address'),
  version_not_found: async () => ada.send('files.downloadUrl', { ...at((await ada.addFile()).id), query: { version: 7 } }),
  conflict: async () => {
    const { id } = await ada.call('templates.create', { body: {} });
    return eve.send('templates.create', { body: { id } });
  },
  email_already_verified: () => ada.send('auth.sendVerificationEmail', callback),
  phone_already_verified: async () => {
    const who = await someone();
    await server.infrastructure.db.updateTable('users').set({ phone: '+4915100000078', phone_verified: true }).where('id', '=', who.userId).execute();
    return who.send('auth.sendVerificationSms', callback);
  },
  unable_to_unsubscribe: () => ada.send('billing.cancel'),
  forbidden: () => ada.put(new URL('/storage/uploads/made-up', url).href, samplePdf()),
  forbidden_by_federation: async () => (await someone('wendy@works.example')).send('password.set', { body: { password: 'Correct horse 7' } }),
  unauthorized: () => nobody().send('files.list'),
  invalid_token: () => nobody({ authorization: 'Bearer made-up' }).send('files.list'),
  invalid_session: () => ask('POST', '/v0/connections/password/submit', { email: 'ada@example.org', password: 'Correct horse 7' }),
  request_validation_error: () => ada.send('contacts.create', { body: { email: 'no address' } }),
  read_only_property: () => ada.send('profile.update', { body: { emailVerified: true } }),
  required_property: () => ada.send('billing.start', { body: { plan: 'h_b_m' } }),
  permission_denied: async () => eve.send('transactions.create', { body: { fileIds: [(await ada.addFile()).id] } }),
  limit_exceeded: async () => {
    const who = await someone();
    return lastOf(2, () => who.send('templates.create', { body: {} }));
  },
  internal_error: async () => {
    // Nothing a caller could mend: a table is not what the server takes it for.
    const { pool } = server.infrastructure;
    await pool.query('alter table feedback rename to feedback_before');
    const answer = await ada.send('feedback.send', { body: { description: 'It hangs' } });
    await pool.query('alter table feedback_before rename to feedback');
    return answer;
  },
  unable_to_send_sms: () => ada.send('auth.sendVerificationSms', callback),
  unable_to_send_email: async () => {
    const who = await someone();
    await server.infrastructure.db.updateTable('users').set({ email: null, email_verified: false }).where('id', '=', who.userId).execute();
    return who.send('auth.sendVerificationEmail', callback);
  },
  unable_to_set_email: () => provenTwice('Email'),
  unable_to_set_phone: () => provenTwice('Phone'),
  rate_limit_exceeded: () => lastOf(121, () => nobody().send('apps.token', { body: { clientId: 'x', clientSecret: 'y' } })),
  too_many_requests: async () => {
    const who = await someone();
    await who.call('profile.update', { body: { email: 'often@example.org' } });
    return lastOf(6, () => who.send('auth.sendVerificationEmail', callback));
  },
  card_error: () => ada.send('billing.setPaymentMethod', { body: { token: 'tok_chargeDeclined' } }),
  promo_code_already_used: async () => {
    const who = await payer();
    await who.call('billing.start', { body: { plan: 'h_b_m', promoCode: 'HALF' } });
    return who.send('billing.promoCodePreview', { body: { plan: 'h_b_m', promoCode: 'HALF' } });
  },
  feature_not_supported: async () => (await payer()).send('billing.start', { body: { plan: 'h_u' } }),
  integration_error: () => ada.send('cloud.files', { query: { source: cloudSources[0] } }),
};

test.each(Object.entries(rows))('%s', async (code, provoke) => {
  const { status, body } = await provoke();
  const { status: expected, text } = errors[code as Code];
  expect([status, body]).toMatchObject([expected, { error: { code, message: text } }]);
  expect(JSON.stringify(body)).not.toMatch(/\n\s+at |node_modules|select |\/tmp\//);
});

test('unable_to_sign_up reaches the app as an OpenID Connect error redirect', async () => {
  // Proven by the works, but not an address of theirs.
  works.person = { sub: 'w', email: 'ada@example.org', email_verified: true };
  const browser = new Browser(server.app);
  let answer = await browser.request('GET', authorizationRequest({ connection: 'works' }).url);
  for (let hops = 0; hops < 3 && !answer.headers.location?.startsWith(works.issuer); hops += 1) answer = await browser.request('GET', answer.headers.location!);
  const returned = await browser.navigate(await works.visit(answer.headers.location!));
  expect([returned.pathname, returned.searchParams.get('error'), returned.searchParams.get('error_description')]).toEqual(['/authorize', 'unable_to_sign_up', errors.unable_to_sign_up.text]);
});

test.each([['insights', 'GET', 'validation_error'], ['share', 'GET', 'invalid_resource'], ['share', 'PUT', 'invalid_resource']] as const)('only documents, requests and templates have %s (%s)', async (part, method, code) => {
  const { status, body } = await ask(method, `/teams/${newId()}/${part}`, method === 'PUT' ? {} : undefined);
  expect([status, body]).toMatchObject([400, { error: { code } }]);
});

test('every code of the server has a row', () => {
  expect([...Object.keys(rows), 'unable_to_sign_up'].toSorted()).toEqual(serverErrorCodes.toSorted());
});
