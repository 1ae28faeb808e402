import { describe, expect, it } from 'vitest';
import { fileNameOf, isPassword, isPersonName, phone, sameContact, titleText } from './common.ts';

describe('a person or company name', () => {
  it.each(['O’Neil', "O'Brien, Jr.", '7-Eleven Inc.', 'Jean-Luc (CEO)', "d'Or & Co", 'マリア・ガルシア', 'D´Angelo', 'Zoë', 'Zoe\u0308', '李', 'A/S Øl', 'x'.repeat(128)])('may be "%s"', (name) =>
    expect(isPersonName(name)).toBe(true));

  it.each(['', ' ', ' Ada', 'Ada ', 'A\u0007da', 'Ada\nByron', 'Ada\u202Enoryb', 'Ada\u200B', '\uD800', 'x'.repeat(129)])('may not be %j', (name) =>
    expect(isPersonName(name)).toBe(false));
});

describe('L2: a title', () => {
  it('rejects invisible and bidirectional control characters', () => {
    expect(titleText.parse('Lease\r\nBcc: x\u202Efdp.exe\u0000\u200B ')).toBe('LeaseBcc: xfdp.exe');
    expect(titleText.safeParse('\u202E\n').success).toBe(false);
    expect(titleText.parse('Miete – Köln/Ω 契約.pdf')).toBe('Miete – Köln/Ω 契約.pdf');
  });

  it.each([['../../evil.pdf', '_.._evil.pdf'], ['..\\..\\x.pdf', '_.._x.pdf'], ['/etc/passwd.pdf', '_etc_passwd.pdf'], ['C:\\x.pdf', 'C__x.pdf'], ['..', '_'], ['Lease 2026.pdf', 'Lease 2026.pdf']])('rejects a path as a file name: %s', (title, name) =>
    expect(fileNameOf(title)).toBe(name));
});

it('a password can be a long sentence in any script and is never truncated or normalized', () => {
  for (const password of [`Aa1${'x'.repeat(125)}`, 'Ein Satz mit 3 Wörtern und Ümlauten', 'Пароль из 4 слов']) expect(isPassword(password)).toBe(true);
});

describe('a phone number', () => {
  it.each([['212 555 0123', '+12125550123'], ['(212) 555-0123', '+12125550123'], ['0049 151 23456789', '+4915123456789'], ['+49 (0)151 23456789', '+4915123456789']])('is stored in the international form: %s', (text, stored) =>
    expect(phone.parse(text)).toBe(stored));

  it('of another country without its code is stored as typed', () => expect(phone.parse('0114 273 4567')).toBe('01142734567'));

  it.each(['abc', '112', '', '+1 (0114) x'])('may not be "%s"', (text) => expect(phone.safeParse(text).success).toBe(false));

  it('is the same person however it is written', () => {
    for (const written of ['2125550123', '12125550123', '+1 212 555 0123', '(212) 555-0123']) expect(sameContact({ phone: written }, { phone: '+12125550123' })).toBe(true);
    expect(sameContact({ phone: '01142734567' }, { phone: '+42734567' })).toBe(false);
  });
});
