import { beforeEach, describe, expect, it } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { countries } from './countries.ts';
import { declineName, mayAskName, mayOfferPasskey } from './prompts.ts';
import { personChanges, personProblems } from './use-person-form.ts';

const profile = (more: object = {}) =>
  ({ id: '1', type: 'user', firstName: 'Ada', lastName: 'Byron', attributes: { cookiesConsentDate: null, passkeyOfferDate: null }, ...more }) as Profile;

describe('a name', () => {
  beforeEach(() => localStorage.clear());
  it.each([
    ['complete', profile(), false],
    ['a guest', profile({ type: 'guest' }), true],
    ['without a last name', profile({ lastName: null }), true],
  ] as const)('is asked for: %s', (_, given, expected) => expect(mayAskName(given)).toBe(expected));

  it('is not asked for again after a refusal', () => {
    declineName('1');
    expect([mayAskName(profile({ firstName: null })), mayAskName(profile({ id: '2', firstName: null }))]).toEqual([false, true]);
  });
});

describe('a passkey', () => {
  const now = Date.parse('2026-03-31');
  const offered = (passkeyOfferDate: string | null) => profile({ attributes: { cookiesConsentDate: null, passkeyOfferDate } });
  it.each([
    ['nobody asked yet', offered(null), true],
    ['asked thirty days ago', offered('2026-03-01'), true],
    ['asked yesterday', offered('2026-03-30'), false],
    ['a guest', profile({ type: 'guest' }), false],
  ] as const)('is offered: %s', (_, given, may) => expect(mayOfferPasskey(given, now)).toBe(may));
});

describe('the form for personal data', () => {
  const values = { firstName: ' Ada ', lastName: "O'Neil-Byron", country: '', company: '  ' };
  it('sends names trimmed and empty texts as null', () =>
    expect(personChanges(values)).toEqual({ firstName: 'Ada', lastName: "O'Neil-Byron", country: null, company: null }));
  it.each([[' ', 'missing'], ['Ada', null], ['Zoë', null], ['x'.repeat(129), 'invalid']])('the name "%s": %s', (firstName, problem) =>
    expect(personProblems({ ...values, firstName }).firstName).toBe(problem));
});

it('knows all 249 countries by name', () => {
  expect(countries('de')).toHaveLength(249);
  expect(countries('de').find(({ code }) => code === 'DE')?.name).toBe('Deutschland');
});
