import { useTranslation } from 'react-i18next';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import type { Language } from '#web/services/i18n/languages.ts';
import { isLanguage, languages } from '#web/services/i18n/languages.ts';
import { Select } from '#web/ui/Select.tsx';

const options = (Object.keys(languages) as Language[]).map((key) => ({ key, text: languages[key] }));

export const LanguageChoice = () => {
  const { t, i18n } = useTranslation('signIn');
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return <Select label={t('language')} hideLabel options={options} value={language} onChange={(key) => void setLanguage(key)} />;
};
