// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { internationalPhone, searchedDigits, shownPhone } from './phone-number.ts';

describe('internationalPhone', () => {
  it.each([
    ['(212) 555-0123', '+12125550123'],
    ['212.555.0123', '+12125550123'],
    ['1 212 555 0123', '+12125550123'],
    ['+1 212 555 0123', '+12125550123'],
    ['+49 151 23456789', '+4915123456789'],
    ['0049 151/234 567-89', '+4915123456789'],
    ['011 49 151 23456789', '+4915123456789'],
    ['+３５８ ４０ １２３４５６７', '+358401234567'],
    ['+290 51234 5', '+290512345'],
    ['+49 (0)151 23456789', '+4915123456789'],
    ['0044 (0) 114 273 4567', '+441142734567'],
    ['011-353-(0)1-234-5678', '+35312345678'],
    ['+49 ( 0 ) 151 23456789', '+4915123456789'],
    ['+225 07 12 34 56 78', '+2250712345678'],
    ['+39 06 1234 5678', '+390612345678'],
  ])('reads %s', (text, number) => expect(internationalPhone(text)).toBe(number));

  it.each(['', '112', '0151 23456789', '5550123', '112 555 0123', '+', '+49', '+0 212 555 0123', '+1234567890123456', 'ada@example.org', '212 555 0123 ext 4', '++12125550123'])(
    'refuses %s', (text) => expect(internationalPhone(text)).toBeNull());
});

describe('national numbers of other countries are refused, so that no stranger gets the message', () => {
  it.each(['0114 273 4567', '0118 496 0123', '(0114) 273 4567', '011 2345 6789', '011 234 5678', '011 98765 4321', '011 15 2345 6789', '(0)151 23456789'])(
    '%s', (text) => expect(internationalPhone(text)).toBeNull());

  it.each(['+49 0151 23456789', '+49 (0151) 23456789', '0044 0114 273 4567', '+1 0 212 555 0123'])('a zero too many: %s', (text) => expect(internationalPhone(text)).toBeNull());

  // Whether the zero is part of the number isn't clear there.
  it.each(['+39 (0)6 1234 5678', '+378 (0)549 123456', '+49 151 (0) 23456789'])('%s', (text) => expect(internationalPhone(text)).toBeNull());
});

describe('searchedDigits', () => {
  it.each([['+44 207', '44207'], ['(212) 555', '212555'], ['212-555-01', '21255501'], ['123', '123'], ['１２３', '123']])('%s', (text, digits) => expect(searchedDigits(text)).toBe(digits));
  it.each(['', '12', '1 2', 'room 101', 'ada1@example.org', '+', '1+23'])('are none in "%s"', (text) => expect(searchedDigits(text)).toBeNull());
});

describe('shownPhone', () => {
  it.each([
    ['+12125550123', '+1 212 555 0123'],
    ['2125550123', '+1 212 555 0123'],
    ['+4915123456789', '+49 151 234 56789'],
    ['+358401234567', '+358 401 234 567'],
    ['+4915123456', '+49 151 23456'],
    ['+442079460018', '+44 207 946 0018'],
    ['+290512345', '+290 512 345'],
    ['015123456789', '015123456789'],
  ])('shows %s', (phone, text) => expect(shownPhone(phone)).toBe(text));
});
