/** How an organization presents itself in the mails of its requests. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { contrastWithWhite } from '#contract/entities/branding.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { acceptingDocuments } from './accepting-documents.ts';
import { Client } from './client.ts';
import { at, contact, start } from './transaction-world.ts';

let server: TestApp;
let ada: Client;
let bea: Client;
let orgId: string;
beforeAll(async () => {
  server = await startTestApp({}, acceptingDocuments);
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  bea = await Client.signIn(server, 'bea@example.org');
  ({ id: orgId } = await ada.call('organizations.create', { body: { name: 'Works' } }));
  await ada.call('organizations.invite', { params: { id: orgId }, body: { members: [{ email: bea.email }] } });
  const { invites } = await bea.call('invites.list');
  await bea.call('invites.accept', { params: { id: invites[0]!.id } });
});
afterAll(() => server.close());

const brand = { inMails: true, color: '#7a1f1f', texts: { en: { subject: 'Works <b>asks</b>\r\nBcc: x@example.org', intro: 'Dear <script>client</script>' }, de: { intro: 'Guten Tag' } } };
const set = (branding: object, who = ada) => who.call('organizations.update', { params: { id: orgId }, body: { branding } });
const refusal = (branding: object, who = ada) => who.refusal('organizations.update', { params: { id: orgId }, body: { branding } });

async function invite(email: string, { locale = 'en', space = orgId, message = {} }: { locale?: string; space?: string | null; message?: object } = {}) {
  const query = space ? { orgId: space } : {};
  const { url, bodyRef } = await ada.call('files.uploadUrl', { query, body: { mimeType: 'application/pdf' } });
  await ada.put(url, Buffer.from('%PDF-1.7 %%EOF'));
  const file = await ada.call('files.createMeta', { query, body: { bodyRef, attributes: { title: 'Lease' } } });
  const created = await ada.call('transactions.create', { query, body: { name: 'Lease', fileIds: [file.id], recipients: [{ ...contact(email), locale }], message } });
  await start(ada, await ada.call('transactions.update', { ...at(created), body: {} }));
  return server.infrastructure.db.selectFrom('mails').selectAll().where('recipient', '=', email).executeTakeFirstOrThrow();
}

test('invitations bear name, colour and words of the organization, as text and on one line', async () => {
  expect((await set(brand)).branding).toMatchObject({ inMails: true, color: '#7a1f1f' });
  const mail = await invite('one@example.org');
  expect(mail.sender_name).toBe('Ada Byron via Works');
  expect(mail.subject).toBe('Works <b>asks</b> Bcc: x@example.org');
  expect(mail.text_body).toContain('Dear <script>client</script>');
  expect(mail.html_body).toContain('Dear &lt;script&gt;client&lt;/script&gt;');
  expect(mail.html_body).not.toContain('<script>');
  expect(mail.html_body).toContain('background:#7a1f1f');
  expect(mail.html_body).toContain('>Works</td>');
  expect(mail.html_body).not.toContain('>Countersign</td>');
});

test('the words are those of the recipient\'s language, and the sender\'s own subject comes first', async () => {
  const german = await invite('two@example.org', { locale: 'de' });
  expect(german.text_body).toContain('Guten Tag');
  expect([german.subject.includes('asks'), german.sender_name]).toEqual([false, 'Ada Byron über Works']);
  const finnish = await invite('three@example.org', { locale: 'fi' });
  expect(finnish.text_body).not.toMatch(/Guten Tag|Dear/);
  expect((await invite('four@example.org', { message: { title: 'My own subject' } })).subject).toBe('My own subject');
});

test('mails of other spaces, and those of an organization that does not want it, bear the product\'s name', async () => {
  const personal = await invite('five@example.org', { space: null });
  expect([personal.sender_name, personal.html_body.includes('>Countersign</td>')]).toEqual([null, true]);
  await set({ ...brand, inMails: false });
  const plain = await invite('six@example.org');
  expect([plain.sender_name, plain.html_body.includes('#7a1f1f'), plain.text_body.includes('Dear')]).toEqual([null, false, false]);
});

const publicAddress = (address: string): string => address.slice(new URL(address).origin.length);
/** The smallest PNG: one pixel. */
const png = Buffer.from('iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==', 'base64');

async function uploadLogo(bytes: Uint8Array): Promise<{ status: number; fileId: string }> {
  const { fileId, uploadUrl } = await ada.call('auth.avatarUploadUrl');
  return { status: (await ada.put(uploadUrl, bytes, 'image/png')).status, fileId };
}

test('the page of a recipient bears name, colour and logo, before and after the sign-in', async () => {
  await set({ ...brand, name: 'Works & Sons' });
  const { fileId } = await uploadLogo(png);
  await ada.call('organizations.update', { params: { id: orgId }, body: { logo: fileId } });
  const { text_body: text } = await invite('seven@example.org');
  const seven = await Client.signIn(server, 'seven@example.org');
  const { transactions: [listed] } = await seven.call('transactions.list');
  const { brand: shown } = await seven.call('transactions.get', { params: { id: listed!.id } });
  expect(shown).toEqual({ name: 'Works & Sons', color: '#7a1f1f', logo: expect.stringContaining('token=') });
  expect(listed).not.toHaveProperty('brand');
  const code = new URL(/http\S+[?&]code=\S+/.exec(text)?.[0] ?? '').searchParams.get('code') ?? '';
  const link = await new Client(server, 'nobody', null).call('magicLinks.read', { body: { code } });
  expect(link).toMatchObject({ state: 'open', brand: { name: 'Works & Sons', color: '#7a1f1f', logo: expect.any(String) } });

  const picture = await server.app.inject({ method: 'GET', url: publicAddress(shown!.logo!) });
  expect(picture.rawPayload).toEqual(png);
  expect(picture.headers).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff', 'content-security-policy': expect.stringContaining('sandbox') });
});

test('a logo is a picture, and nothing that runs', async () => {
  expect((await uploadLogo(Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'))).status).toBe(415);
});

test('the pages of other spaces, and of an organization that does not want it, bear the product\'s name', async () => {
  const get = async (email: string): Promise<unknown> => {
    const person = await Client.signIn(server, email);
    const { transactions: [listed] } = await person.call('transactions.list');
    return (await person.call('transactions.get', { params: { id: listed!.id } })).brand;
  };
  await invite('eight@example.org', { space: null });
  expect(await get('eight@example.org')).toBeNull();
  await set({ ...brand, inMails: false });
  await invite('nine@example.org');
  expect(await get('nine@example.org')).toBeNull();
});

test('only administrators change it, colours must be readable under white text, and texts are not long', async () => {
  expect(await refusal(brand, bea)).toBe('permission_denied');
  for (const color of ['#ffffff', '#9cc9ff', 'red', '#0b5cad;background:url(x)', '#123']) expect(await refusal({ color }), color).toBe('request_validation_error');
  expect(await refusal({ texts: { en: { intro: 'x'.repeat(lengths.brandIntro + 1) } } })).toBe('request_validation_error');
  expect(await refusal({ texts: { xx: { intro: 'x' } } })).toBe('request_validation_error');
  expect((await set({ color: ' #0B5CAD ' })).branding.color).toBe('#0b5cad');
  expect([contrastWithWhite('#000000'), contrastWithWhite('#ffffff')].map(Math.round)).toEqual([21, 1]);
});
