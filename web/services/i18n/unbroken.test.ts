// @vitest-environment node
import { expect, test } from 'vitest';
import { unbroken } from './unbroken.ts';

test.each([
  ['We sent it by e-mail to everyone.', 'We sent it by e\u2011mail to everyone.'],
  ['Geben Sie eine gültige E-Mail-Adresse ein.', 'Geben Sie eine gültige E\u2011Mail-Adresse ein.'],
  ['Kodu e-posta ile gönderiyoruz, bekleyin.', 'Kodu e\u2011posta ile gönderiyoruz, bekleyin.'],
  ['E-mail address', 'E-mail address'],
  ['Nothing of the-mailbox changes in here.', 'Nothing of the-mailbox changes in here.'],
])('%s', (text, expected) => expect(unbroken(text)).toBe(expected));
