/** Small doors that stood open, by the number of the finding. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { textLimits } from '#contract/limits/sending.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client, samplePdf, samplePhoto, samplePng } from './client.ts';
import { contact, draft, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org');
  bea = await Client.signIn(server, 'bea@example.org', { type: 'guest' });
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(() => server.close());

const field = (id: string, email: string) => ({ id, page: 1, rect: { x: 10, y: 10, width: 20, height: 3 }, recipient: { email, role: 'Owner' } });

describe('L1: a file in the library or in public does not reveal its people', () => {
  test('in the library', async () => {
    const file = await ada.addFile(samplePdf());
    await ada.call('files.updateMeta', { params: { id: file.id }, body: { attributes: { fields: [field('one', 'witness.private@example.org')] } } });
    const template = await ada.call('templates.create', { body: { name: 'Lease', fileIds: [file.id], recipients: [{ role: 'Owner', email: 'witness.private@example.org' }, { role: 'signer' }] } });
    await ada.call('templates.update', { params: { id: template.id }, body: { public: true } });
    const seen = await eve.call('files.getMeta', { params: { id: file.id } });
    expect(seen.attributes.fields).toMatchObject([{ id: 'one', recipient: { email: null, role: 'Owner' } }]);
    expect(JSON.stringify(seen)).not.toContain('witness');
    expect((await ada.call('files.getMeta', { params: { id: file.id } })).attributes.fields[0]?.recipient?.email).toBe('witness.private@example.org');
  });

  test('in public; those it was shared with see it', async () => {
    const file = await ada.addFile(samplePdf());
    await ada.call('files.updateMeta', { params: { id: file.id }, body: { public: true, attributes: { fields: [field('one', 'witness.private@example.org')] } } });
    const read = async () => JSON.stringify(await eve.call('files.getMeta', { params: { id: file.id } }));
    expect(await read()).not.toContain('witness');
    await ada.call('files.share', { params: { id: file.id }, body: { participants: [{ email: eve.email }] } });
    expect(await read()).toContain('witness');
  });
});

test('L8: rejects a picture too small to show a person', async () => {
  const sent = await start(ada, await draft(ada, [], { recipients: [contact(bea.email, { identityRequirements: ['selfie'] })] }));
  await bea.call('identityChecks.begin', { params: { id: sent.id }, body: {} });
  const put = async (bytes: Uint8Array, mimeType: 'image/png' | 'image/jpeg' = 'image/png') => {
    const { url } = await bea.call('identityChecks.uploadUrl', { params: { id: sent.id }, body: { kind: 'selfie', mimeType } });
    const answer = await server.app.inject({ method: 'PUT', url: new URL(url).pathname, payload: Buffer.from(bytes), headers: { 'content-type': mimeType } });
    return answer.statusCode === 200 ? 'kept' : (answer.json() as { error: { code: string } }).error.code;
  };
  expect(await put(samplePng())).toBe('picture_too_small');
  expect(await put(samplePhoto(319, 240))).toBe('picture_too_small');
  expect(await put(samplePhoto(240, 320))).toBe('kept');
  // A camera writes of itself before the size.
  const jpeg = (width: number, height: number) => Buffer.concat([
    Buffer.from('ffd8ffe1fff0', 'hex'), Buffer.alloc(0xffee), Buffer.from('ffc0001108', 'hex'), Buffer.from([height >> 8, height & 255, width >> 8, width & 255]), Buffer.alloc(40),
  ]);
  expect(await put(jpeg(16, 16), 'image/jpeg')).toBe('picture_too_small');
  expect(await put(jpeg(640, 480), 'image/jpeg')).toBe('kept');
  expect(await put(Buffer.concat([Buffer.from('ffd8ffe0', 'hex'), Buffer.alloc(9)]), 'image/jpeg')).toBe('picture_too_small');
});

test('L10: limits text messages per account and per phone number', async () => {
  const send = (person: Client, phone: string) => person.send('media.uploadSendSms', { body: { type: 'signature', phone } });
  const { db } = server.infrastructure;
  const counted = async (key: string, count: number) =>
    db.insertInto('rate_counters').values({ key, count: String(count), ends_at: new Date(Date.now() + 60_000) }).onConflict((each) => each.column('key').doUpdateSet({ count: String(count) })).execute();
  expect((await send(bea, '+4915100000077')).status).toBeLessThan(300);
  await counted(`texts/account/${bea.userId}`, textLimits.ofGuest);
  expect(await send(bea, '+4915100000078')).toMatchObject({ status: 429, body: { error: { code: 'too_many_requests' } } });
  await counted('texts/number/+4915100000077', textLimits.toNumber);
  expect((await send(eve, '+4915100000077')).status).toBe(429);
  expect((await send(eve, '+4915100000079')).status).toBeLessThan(300);
});

test('L16: the time-stamp authority counts by network, and can be closed to others', async () => {
  const ask = (app: TestApp, remoteAddress: string) =>
    app.app.inject({ method: 'POST', url: '/v0/certificates/timestamp', payload: Buffer.from('3000', 'hex'), headers: { 'content-type': 'application/timestamp-query' }, remoteAddress });
  const codes = [];
  for (let index = 0; index < 61; index += 1) codes.push((await ask(server, `2001:4860:1:1::${index + 1}`)).statusCode);
  expect(codes.slice(0, 60)).not.toContain(429);
  expect(codes.at(-1)).toBe(429);
  expect((await ask(server, '2001:4860:1:2::1')).statusCode).not.toBe(429);
  const closed = await startTestApp({ TIMESTAMP_SERVICE: 'false' });
  expect((await ask(closed, '203.0.113.5')).statusCode).toBe(404);
  await closed.close();
});

describe('violations of the content security policy', () => {
  const report = (payload: string, type = 'application/csp-report', remoteAddress = '203.0.113.7') =>
    server.app.inject({ method: 'POST', url: '/csp_reports', payload, headers: { 'content-type': type }, remoteAddress });
  const count = async (directive: string): Promise<number> =>
    Number(new RegExp(`countersign_policy_violations_total\\{directive="${directive}"\\} (\\d+)`).exec(await server.infrastructure.metrics.text())?.[1] ?? 0);

  test('are reported at the browser\'s request', async () => {
    const { headers } = await server.app.inject({ url: '/healthz' });
    expect(headers['content-security-policy']).toContain('report-uri /csp_reports;report-to csp');
    expect(headers['reporting-endpoints']).toBe('csp="/csp_reports"');
  });

  test('are counted, and logged without the secrets in URLs', async () => {
    const lines: string[] = [];
    const listening = await startTestApp({ LOG_LEVEL: 'warn' }, {}, { write: (line: string) => void lines.push(line) });
    const send = (payload: unknown, type: string) => listening.app.inject({ method: 'POST', url: '/csp_reports', payload: JSON.stringify(payload), headers: { 'content-type': type } });
    const page = 'https://sign.example.org/verify?ticket=secret';
    expect((await send({ 'csp-report': { 'violated-directive': 'script-src-elem', 'blocked-uri': 'https://evil.example/x.js?stolen=secret', 'document-uri': page } }, 'application/csp-report')).statusCode).toBe(204);
    expect((await send([{ type: 'csp-violation', body: { effectiveDirective: 'img-src', blockedURL: 'inline', documentURL: page } }, { type: 'deprecation', body: {} }], 'application/reports+json')).statusCode).toBe(204);
    expect(await listening.infrastructure.metrics.text()).toMatch(/directive="script-src-elem"\} 1[^]*directive="img-src"\} 1/);
    expect(lines.join('')).toContain('https://evil.example');
    expect(lines.join('')).toContain('/verify');
    expect(lines.join('')).not.toContain('secret');
    await listening.close();
  });

  test('cannot flood logs and metrics', async () => {
    expect((await report(JSON.stringify({ 'csp-report': { 'violated-directive': 'my-own-name' } }))).statusCode).toBe(204);
    expect(await count('other')).toBe(1);
    for (const payload of ['', 'no JSON', '{}', '[]', '[1]', 'null']) expect((await report(payload)).statusCode, payload).toBe(204);
    expect((await report(JSON.stringify({ 'csp-report': { 'violated-directive': 'x'.repeat(20_000) } }))).statusCode).toBe(413);
    const many = Array.from({ length: 100 }, () => ({ type: 'csp-violation', body: { effectiveDirective: 'font-src' } }));
    await report(JSON.stringify(many), 'application/reports+json', '203.0.113.8');
    expect(await count('font-src')).toBe(10);
    let last = 0;
    for (let index = 0; index < 31; index += 1) last = (await report('{}', 'application/csp-report', '203.0.113.9')).statusCode;
    expect(last).toBe(429);
  });
});
