import { afterEach, describe, expect, it } from 'vitest';
import { digitOf, isPlainCommand, letterOf, singleLettersOn, switchSingleLetters } from './shortcuts.ts';

describe('the key of a shortcut', () => {
  it.each([
    ['QWERTY', 'z', 'KeyZ', 'z'],
    ['with Shift', 'Z', 'KeyZ', 'z'],
    ['AZERTY, by what it types', 'z', 'KeyW', 'z'],
    ['AZERTY, the neighbour', 'w', 'KeyZ', 'w'],
    ['QWERTZ', 'z', 'KeyY', 'z'],
    ['Ukrainian', 'я', 'KeyZ', 'z'],
    ['Ukrainian, copy', 'С', 'KeyC', 'c'],
    ['Greek', 'ζ', 'KeyZ', 'z'],
    ['Turkish, dotless', 'ı', 'KeyI', 'i'],
    ['an input method', 'Process', 'KeyZ', 'z'],
    ['a digit on a letter key of nobody', '1', 'Digit1', null],
    ['a sign', ';', 'KeyQ', null],
    ['Enter', 'Enter', 'Enter', null],
    ['a letter on another key', 'ф', 'Quote', null],
  ])('%s', (_, key, code, expected) => {
    expect(letterOf({ key, code })).toBe(expected);
  });

  it('takes digits by key position if they need Shift', () => {
    expect([digitOf({ key: '0', code: 'Digit0' }), digitOf({ key: 'à', code: 'Digit0' }), digitOf({ key: '0', code: 'Numpad0' }), digitOf({ key: 'a', code: 'KeyA' })]).toEqual(['0', '0', '0', null]);
  });

  it('ignores AltGr, which is for typing', () => {
    const keys = { ctrlKey: true, metaKey: false, altKey: false };
    expect([isPlainCommand(keys), isPlainCommand({ ...keys, altKey: true }), isPlainCommand({ ...keys, ctrlKey: false })]).toEqual([true, false, false]);
  });
});

describe('single-letter shortcuts', () => {
  afterEach(() => localStorage.clear());

  it('are on until they are switched off on the device', () => {
    expect(singleLettersOn()).toBe(true);
    switchSingleLetters(false);
    expect(singleLettersOn()).toBe(false);
    switchSingleLetters(true);
    expect(singleLettersOn()).toBe(true);
  });
});
