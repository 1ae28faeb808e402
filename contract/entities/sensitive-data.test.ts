import { expect, test } from 'vitest';
import { sensitiveIn } from './sensitive-data.ts';

test.each([
  ['Card: 4242 4242 4242 4242, valid', ['card']],
  ['5555-5555-5555-4444', ['card']],
  ['378282246310005', ['card']],
  ['SSN 123-45-6789.', ['socialSecurity']],
  ['123 45 6789 and 4242424242424242', ['card', 'socialSecurity']],
])('%s contains %j', (text, kinds) => expect(sensitiveIn(text)).toEqual(kinds));

test.each([
  ['a wrong check digit', '4242 4242 4242 4243'],
  ['zeros', '0000 0000 0000 0000'],
  ['an IBAN', 'DE89 3704 0044 0532 0130 00'],
  ['too few digits', '4242 4242 4242'],
  ['area 000', '000-45-6789'],
  ['area 666', '666-45-6789'],
  ['area 900', '900-45-6789'],
  ['group 00', '123-00-6789'],
  ['serial 0000', '123-45-0000'],
  ['a number from an advertisement', '078-05-1120'],
  ['another', '219-09-9999'],
  ['nine digits in a row', '123456789'],
  ['mixed separators', '123-45 6789'],
  ['part of a longer number', '123-45-6789-1'],
  ['a phone number', '+1 212-555-0123'],
])('%s is none', (_, text) => expect(sensitiveIn(text)).toEqual([]));
