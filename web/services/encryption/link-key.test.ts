import { beforeEach, expect, test, vi } from 'vitest';
import { takeLinkKey, withoutLinkKey } from './link-key.ts';
import { discardLinkKey, waitingLinkKey } from './waiting-link-key.ts';

const id = 'a'.repeat(24);
const key = `#k=${'k'.repeat(43)}`;
beforeEach(() => sessionStorage.clear());

test('the key leaves the address without a new entry in the history, and waits for its request until it is discarded', () => {
  history.replaceState({ from: 1 }, '', `/transaction/${id}?lang=de${key}`);
  const before = history.length;
  takeLinkKey();
  expect([window.location.pathname, window.location.search, window.location.hash, history.length, history.state]).toEqual([`/transaction/${id}`, '?lang=de', '', before, { from: 1 }]);
  expect(waitingLinkKey('b'.repeat(24))).toBeNull();
  expect([waitingLinkKey(id), waitingLinkKey(id)]).toEqual([key, key]);
  discardLinkKey('b'.repeat(24));
  expect(waitingLinkKey(id)).toBe(key);
  discardLinkKey(id);
  expect(waitingLinkKey(id)).toBeNull();
  expect(sessionStorage).toHaveLength(0);
});

test('other fragments stay', () => {
  history.replaceState(null, '', '/profile#waiting');
  takeLinkKey();
  expect(window.location.hash).toBe('#waiting');
  expect(sessionStorage).toHaveLength(0);
});

test('without storage the key leaves the address all the same', () => {
  history.replaceState(null, '', `/transaction/${id}${key}`);
  const refused = vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('No storage', 'QuotaExceededError');
  });
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  takeLinkKey();
  expect(window.location.hash).toBe('');
  expect(JSON.stringify(said.mock.calls)).not.toContain('kkkk');
  refused.mockRestore();
  said.mockRestore();
});

test('without storage no key waits, and the request is opened all the same', () => {
  const refused = vi.spyOn(Storage.prototype, 'getItem').mockImplementation(() => {
    throw new DOMException('No storage', 'SecurityError');
  });
  const said = vi.spyOn(console, 'info').mockImplementation(() => undefined);
  expect(waitingLinkKey(id)).toBeNull();
  discardLinkKey(id);
  refused.mockRestore();
  said.mockRestore();
});

test('an address to return to has no key', () => {
  expect([withoutLinkKey(key), withoutLinkKey('#waiting'), withoutLinkKey('')]).toEqual(['', '#waiting', '']);
});
