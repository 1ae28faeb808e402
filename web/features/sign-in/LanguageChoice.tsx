import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { languageOptions } from '#web/entities/deployment/language-options.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { call } from '#web/services/api/call.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import { isLanguage } from '#web/services/i18n/languages.ts';
import { Select } from '#web/ui/Select.tsx';

/** The sign-in is a page of its own, without the store of the app: it asks for itself what is offered. */
export const LanguageChoice = () => {
  const { t, i18n } = useTranslation('signIn');
  const { value: deployment } = useAnswer(useCallback((signal: AbortSignal) => call('deployment.get', {}, { signal }), []));
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return <Select label={t('language')} hideLabel options={languageOptions(deployment)} value={language} onChange={(key) => void setLanguage(key)} />;
};
