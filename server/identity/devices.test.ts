import { expect, test } from 'vitest';
import { shortNetwork } from '#server/http/caller-network.ts';
import { deviceOf } from './devices.ts';

const windows = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0';
const phone = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.6 Mobile/15E148 Safari/604.1';
const tablet = 'Mozilla/5.0 (iPad; CPU OS 16_6 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/16.6 Mobile/15E148 Safari/604.1';

test.each([
  [windows, { kind: 'computer', browser: 'Microsoft Edge', system: 'Windows' }],
  [phone, { kind: 'phone', browser: 'Safari', system: 'iOS' }],
  [tablet, { kind: 'tablet', browser: 'Safari', system: 'iOS' }],
  ['', { kind: 'unknown', browser: null, system: null }],
  ['<img src=x onerror=alert(1)>', { kind: 'unknown', system: null }],
])('%s', (userAgent, device) => expect(deviceOf(userAgent)).toMatchObject(device));

test('truncates a long user agent before parsing it', () => {
  const begun = performance.now();
  expect(deviceOf('Mozilla/5.0 (' + 'A '.repeat(200_000))).toMatchObject({ kind: 'unknown' });
  expect(performance.now() - begun).toBeLessThan(1000);
});

test.each([
  ['203.0.113.77', '203.0.113.0/24'], ['::ffff:203.0.113.77', '203.0.113.0/24'], ['2001:db8:1:2:3:4:5:6', '2001:db8:1::/48'],
  ['2001:db8::1', '2001:db8::/48'], ['::1', '::/48'], ['fe80::1%eth0', 'fe80::/48'], ['nonsense', ''],
])('describes %s as %s', (address, network) => expect(shortNetwork(address)).toBe(network));
