import { expect, test, vi } from 'vitest';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { createStore } from '#web/entities/store.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import { startProfileListener } from './profile.listener.ts';

vi.mock('#web/services/i18n/i18n.ts', () => ({ setLanguage: vi.fn<() => Promise<void>>() }));
vi.mock('#web/services/theme.ts', () => ({ applyTheme: () => undefined, storedTheme: () => 'auto' }));

const profileIn = (locale: string) => profileReceived({ id: 'ada', theme: 'auto', locale } as Profile);

test('the page takes the language of the profile if the app has it', () => {
  startProfileListener();
  const store = createStore();
  for (const locale of ['en', 'fr', 'tlh', '']) store.dispatch(profileIn(locale));
  expect(vi.mocked(setLanguage).mock.calls).toEqual([['fr']]);
});
