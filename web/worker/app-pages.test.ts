import { expect, test } from 'vitest';
import { isAppPage } from './app-pages.ts';

const page = (address: string) => isAppPage(new URL(address, 'https://example.com'));

test.each(['/', '/transactions', '/transactions?filter=pending', '/transaction/0123456789abcdef01234567/editor', '/file/0123456789abcdef01234567', '/authorize', '/profile'])('%s opens without the server', (address) => {
  expect(page(address)).toBe(true);
});

test.each(['/sign-in', '/oauth/authorize?client_id=x', '/silent_renew', '/outbox', '/storage/x', '/metrics', '/transaction/0123456789abcdef01234567?code=abc', '/nothing/here'])('%s is the server’s', (address) => {
  expect(page(address)).toBe(false);
});
