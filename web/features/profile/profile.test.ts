// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { countries } from './countries.ts';
import { mayOfferPasskey, needsCompletion } from './needs-completion.ts';
import { personChanges, personProblems } from './use-person-form.ts';

const profile = (more: object = {}) =>
  ({ type: 'user', firstName: 'Ada', lastName: 'Byron', attributes: { cookiesConsentDate: '2026-01-01', passkeyOfferDate: null }, ...more }) as Profile;

describe('profile completion', () => {
  it.each([
    ['complete', profile(), true, false],
    ['a guest', profile({ type: 'guest' }), true, true],
    ['without a last name', profile({ lastName: null }), true, true],
    ['before cookies are accepted', profile({ lastName: null, attributes: { cookiesConsentDate: null, passkeyOfferDate: null } }), true, false],
    ['signed out', profile({ lastName: null }), false, false],
    ['not fetched yet', null, true, false],
  ] as const)('%s', (_, given, signedIn, needed) => expect(needsCompletion(given, signedIn)).toBe(needed));
});

describe('a passkey', () => {
  const now = Date.parse('2026-03-31');
  const offered = (passkeyOfferDate: string | null) => profile({ attributes: { cookiesConsentDate: '2026-01-01', passkeyOfferDate } });
  it.each([
    ['nobody asked yet', offered(null), true],
    ['asked thirty days ago', offered('2026-03-01'), true],
    ['asked yesterday', offered('2026-03-30'), false],
    ['before the profile is complete', profile({ firstName: null }), false],
    ['before cookies are accepted', profile({ attributes: { cookiesConsentDate: null, passkeyOfferDate: null } }), false],
  ] as const)('is offered: %s', (_, given, may) => expect(mayOfferPasskey(given, true, now)).toBe(may));
});

describe('the form of a person', () => {
  const values = { firstName: ' Ada ', lastName: "O'Neil-Byron", country: '', company: '  ' };
  it('sends names trimmed and empty texts as null', () =>
    expect(personChanges(values)).toEqual({ firstName: 'Ada', lastName: "O'Neil-Byron", country: null, company: null }));
  it.each([['', true], ['1Ada', true], ['Ada', false], ['Zoë', false], ['x'.repeat(129), true]])('the name "%s" is refused: %s', (firstName, refused) =>
    expect(personProblems({ ...values, firstName }).firstName).toBe(refused));
});

it('knows some 240 countries by their names', () => {
  expect(countries('de')).toHaveLength(249);
  expect(countries('de').find(({ code }) => code === 'DE')?.name).toBe('Deutschland');
});
