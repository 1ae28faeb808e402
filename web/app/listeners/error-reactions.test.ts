// @vitest-environment node
import i18next from 'i18next';
import { readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '#contract/errors.ts';
import { errors } from '#contract/errors.ts';
import { errorText } from '#web/entities/error-text.ts';
import { isSilent } from '#web/services/app-error.ts';
import type { ErrorReaction } from './error-reactions.ts';
import { reactionTo } from './error-reactions.ts';

const locales = new URL('../../../contract/locales/', import.meta.url);
const languages = readdirSync(locales);
const codes = Object.keys(errors) as ErrorCode[];

beforeAll(async () => {
  const resources = Object.fromEntries(languages.map((language) => [language, { errors: JSON.parse(readFileSync(new URL(`${language}/errors.json`, locales), 'utf8')) }]));
  await i18next.init({ lng: 'en', fallbackLng: false, resources, interpolation: { escapeValue: false } });
});

describe('every error code has a text', () => {
  it.each(languages)('in %s', async (language) => {
    await i18next.changeLanguage(language);
    const wordless = codes.filter((code) => {
      const words = errorText({ code });
      return words.trim() === '' || words === code;
    });
    expect(wordless).toEqual([]);
  });
});

it('a code without a text falls back to the text of the request, then to the message of the server', () => {
  const unknown = { code: 'no_such_code' as ErrorCode, message: 'What the server said' };
  expect(errorText(unknown, 'The text of the request')).toBe('The text of the request');
  expect(errorText(unknown)).toBe('What the server said');
});

const expected: Partial<Record<ErrorReaction, ErrorCode[]>> = {
  silent: ['process_canceled', 'scenario_canceled', 'ra_error'],
  signIn: ['unauthorized', 'invalid_token'],
  invalidLink: ['invalid_link'],
  checkService: ['unknown_network_error'],
  refreshProfile: ['email_already_verified', 'phone_already_verified', 'limit_exceeded'],
  refreshOrganizations: ['permission_denied', 'second_factor_required'],
};

it.each(Object.entries(expected))('%s: %j', (reaction, wanted) => {
  expect(codes.filter((code) => reactionTo(code) === reaction).toSorted()).toEqual([...(wanted ?? [])].toSorted());
});

it('the silent errors are the same wherever errors are shown', () => {
  for (const code of codes) expect(isSilent(code), code).toBe(reactionTo(code) === 'silent');
});
