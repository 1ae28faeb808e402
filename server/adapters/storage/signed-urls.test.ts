import { expect, it } from 'vitest';
import { links } from '#contract/limits/links.ts';
import { createSignedUrls } from './signed-urls.ts';

const body = { ref: 'a'.repeat(24), mime: 'application/pdf', name: 'Vertrag ü.pdf' };
const tokenOf = (url: string) => url.split('token=').at(-1)!;
const secret = Buffer.alloc(32, 7);

it('opens the URLs it has signed', () => {
  const addresses = createSignedUrls('http://localhost:3000', secret);
  expect(addresses.openDownload(tokenOf(addresses.download(body)))).toMatchObject(body);
});

it('rejects changed, foreign and malformed URLs', () => {
  const addresses = createSignedUrls('', secret);
  const token = tokenOf(addresses.download(body));
  const foreign = createSignedUrls('', Buffer.alloc(32, 8)).download(body);
  for (const bad of [`x${token}`, `${token}x`, token.split('.')[0]!, '', '.', tokenOf(foreign)]) {
    expect(addresses.openDownload(bad)).toBeNull();
  }
});

it('rejects expired URLs', () => {
  let now = 1_000_000;
  const addresses = createSignedUrls('', secret, () => now);
  const token = tokenOf(addresses.download(body));
  now += links.downloadLife;
  expect(addresses.openDownload(token)).not.toBeNull();
  now += 2 * links.downloadLife;
  expect(addresses.openDownload(token)).toBeNull();
});
