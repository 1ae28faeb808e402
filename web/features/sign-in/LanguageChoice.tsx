import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { isLocale } from '#contract/languages.ts';
import { languageOptions } from '#web/entities/deployment/language-options.ts';
import { useLanguageSwitch } from '#web/entities/deployment/use-language-switch.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { Select } from '#web/ui/Select.tsx';

/** Language selection. The sign-in is a separate page without the app's store, so it fetches the deployment itself. */
export const LanguageChoice = () => {
  const { t, i18n } = useTranslation('signIn');
  const { value: deployment } = useAnswer(useCallback((signal: AbortSignal) => call('deployment.get', {}, { signal }), []));
  const { choose, error } = useLanguageSwitch();
  const language = isLocale(i18n.language) ? i18n.language : 'en';
  return <Select label={t('language')} hideLabel options={languageOptions(deployment, language)} value={language} onChange={(key) => void choose(key)} error={error} />;
};
