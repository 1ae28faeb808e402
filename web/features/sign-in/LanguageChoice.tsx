import { useTranslation } from 'react-i18next';
import { useLanguageOptions } from '#web/entities/deployment/use-language-options.ts';
import { setLanguage } from '#web/services/i18n/i18n.ts';
import { isLanguage } from '#web/services/i18n/languages.ts';
import { Select } from '#web/ui/Select.tsx';

export const LanguageChoice = () => {
  const { t, i18n } = useTranslation('signIn');
  const options = useLanguageOptions();
  const language = isLanguage(i18n.language) ? i18n.language : 'en';
  return <Select label={t('language')} hideLabel options={options} value={language} onChange={(key) => void setLanguage(key)} />;
};
