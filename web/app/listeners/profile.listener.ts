import { isLocale } from '#contract/languages.ts';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { startListening } from '#web/entities/store.ts';
import { themeChosen } from '#web/entities/ui-state/ui.slice.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import { applyTheme, storedTheme } from '#web/services/theme.ts';

/** Applies theme and language of the profile. */
export const startProfileListener = (): void => {
  startListening({
    actionCreator: profileReceived,
    effect: async ({ payload }, { dispatch, getState, getOriginalState }) => {
      const before = getOriginalState().profile.value;
      if (payload.theme !== getState().ui.theme || payload.theme !== storedTheme()) dispatch(themeChosen(payload.theme));
      // A language chosen on this device has precedence until the profile changes.
      if (before && payload.locale !== before.locale && isLocale(payload.locale)) await setLanguage(payload.locale);
    },
  });
  startListening({ actionCreator: themeChosen, effect: ({ payload }) => applyTheme(payload) });
};
