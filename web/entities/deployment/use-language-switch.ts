import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Locale } from '#contract/languages.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';

interface LanguageSwitch {
  /** Resolves to whether the page now uses the language. */
  readonly choose: (language: Locale) => Promise<boolean>;
  /** Why the last switch failed. */
  readonly error: string | undefined;
}

/** Switches the language. If its texts can't be loaded, the old language stays and `error` says so. */
export function useLanguageSwitch(): LanguageSwitch {
  const { t } = useTranslation('shell');
  const [failed, setFailed] = useState(false);
  const choose = async (language: Locale): Promise<boolean> => {
    setFailed(false);
    try {
      await setLanguage(language);
      return true;
    } catch (error) {
      console.warn('The texts of the language can\'t be had', error);
      setFailed(true);
      return false;
    }
  };
  return { choose, error: failed ? t('languageFailed') : undefined };
}
