import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { newId } from '#server/platform/id.ts';
import { startTestApp, type TestApp } from '../support/app.ts';
import { Client, samplePng } from './client.ts';

let server: TestApp;
let ada: Client;
let eve: Client;

beforeAll(async () => {
  server = await startTestApp({ MAX_MEDIA_PER_KIND: '3' });
  ada = await Client.signIn(server, 'ada@example.org', { firstName: 'Ada', lastName: 'Byron' });
  eve = await Client.signIn(server, 'eve@example.org');
});
afterAll(() => server.close());

async function addMedia(person: Client, type: 'signature' | 'initials' | 'photo' = 'signature') {
  const { url, imageRef } = await person.call('media.uploadUrl', { body: { mimeType: 'image/png' } });
  await person.put(url, samplePng(), 'image/png');
  return person.call('media.create', { body: { imageRef, type, fillType: 'draw' } });
}

describe('media', () => {
  test('makes the first of a type the default; deleting it promotes the latest', async () => {
    const first = await addMedia(ada);
    const second = await addMedia(ada);
    const third = await addMedia(ada);
    expect([first.default, second.default, third.default]).toEqual([true, false, false]);
    expect(await ada.call('media.setDefault', { params: { id: second.id }, body: {} })).toMatchObject({ default: true });
    await ada.call('media.delete', { params: { id: second.id } });
    const { list } = await ada.call('media.list');
    expect(list.map((each) => [each.id, each.default])).toEqual([[third.id, true], [first.id, false]]);
    expect(await ada.fetch(list[0]!.imageUrl)).toEqual(Buffer.from(samplePng()));
  });

  test('has a maximum number per kind, also with concurrent uploads', async () => {
    const person = await Client.signIn(server, 'many@example.org');
    const results = await Promise.allSettled(Array.from({ length: 5 }, () => addMedia(person, 'initials')));
    expect(results.filter((each) => each.status === 'fulfilled')).toHaveLength(3);
    expect((await person.call('media.list')).list).toHaveLength(3);
    expect((await addMedia(person, 'photo')).type).toBe('photo');
  });

  test('can be repeated and replaced, and belongs to its owner', async () => {
    const person = await Client.signIn(server, 'owner@example.org');
    const media = await addMedia(person);
    const again = await person.call('media.create', { body: { id: media.id, imageRef: media.imageRef, type: 'signature', fillType: 'draw' } });
    expect(again).toEqual(media);
    const { url, imageRef } = await person.call('media.updateUrl', { body: { id: media.id } });
    await person.put(url, samplePng(), 'image/png');
    expect((await person.call('media.list')).list[0]).toMatchObject({ id: media.id, imageRef });
    expect(await eve.refusal('media.downloadUrl', { params: { id: media.id } })).toBe('permission_denied');
    expect(await eve.refusal('media.delete', { params: { id: media.id } })).toBe('permission_denied');
    expect(await eve.refusal('media.setDefault', { params: { id: newId() }, body: {} })).toBe('not_found');
    expect(await eve.refusal('media.create', { body: { imageRef: newId(), type: 'signature', fillType: 'draw' } })).toBe('file_body_missing');
    expect((await eve.send('media.uploadUrl', { body: { mimeType: 'image/svg+xml' } })).status).toBe(400);
  });
});

describe('profile', () => {
  test('shows and changes the person\'s own data', async () => {
    expect(await ada.call('profile.get')).toMatchObject({ id: ada.userId, type: 'user', firstName: 'Ada', theme: 'auto', notificationSettings: 4194303 });
    const changed = await ada.call('profile.update', { body: { firstName: 'Augusta', company: 'Engines', theme: 'dark', locale: 'de' } });
    expect(changed).toMatchObject({ firstName: 'Augusta', lastName: 'Byron', company: 'Engines', theme: 'dark', locale: 'de' });
    expect(await ada.call('profile.update', { body: { company: null } })).toMatchObject({ company: null, theme: 'dark' });
  });

  test('rejects an invalid name, an invalid theme and another person\'s address', async () => {
    expect((await ada.send('profile.update', { body: { firstName: 'Ada\u0007' } })).status).toBe(400);
    expect((await ada.send('profile.update', { body: { theme: 'pink' } })).status).toBe(400);
    expect(await ada.refusal('profile.update', { body: { email: 'eve@example.org' } })).toBe('unable_to_set_email');
    expect(await ada.refusal('profile.update', { body: { email: 'empty' } })).toBe('unable_to_set_email');
    expect(await ada.call('profile.update', { body: { email: 'Ada@Example.org' } })).toMatchObject({ email: 'ada@example.org' });
  });

  test('stores consent and avatar', async () => {
    expect((await ada.call('profile.cookieConsent')).attributes.cookiesConsentDate).not.toBeNull();
    const { fileId, uploadUrl } = await ada.call('auth.avatarUploadUrl');
    await ada.put(uploadUrl, samplePng(), 'image/png');
    const { avatar } = await ada.call('profile.update', { body: { avatar: fileId } });
    expect(await ada.fetch(avatar!)).toEqual(Buffer.from(samplePng()));
    expect(await eve.refusal('profile.update', { body: { avatar: fileId } })).toBe('request_validation_error');
  });

  test('shows guests that they can only sign', async () => {
    const guest = await Client.signIn(server, 'guest@example.org', { type: 'guest' });
    expect((await guest.call('profile.get')).featureFlags.allowResourceCreation).toBe(false);
    expect(await guest.refusal('transactions.create', { body: {} })).toBe('permission_denied');
  });

  test('turns a guest who sets a name into a user', async () => {
    const guest = await Client.signIn(server, 'newcomer@example.org', { type: 'guest' });
    expect((await guest.call('profile.update', { body: { firstName: 'Nina', company: 'Works' } })).type).toBe('guest');
    expect(await guest.call('profile.update', { body: { firstName: 'Nina', lastName: 'Neu' } })).toMatchObject({ type: 'user', featureFlags: { allowResourceCreation: true } });
    expect((await guest.call('transactions.create', { body: { name: 'First' } })).ownerId).toBe(guest.userId);
  });
});
