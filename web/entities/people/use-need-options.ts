import { useTranslation } from 'react-i18next';
import type { Need } from './needs.ts';

/** What a person can be there for, each with a sentence on what that means. */
export function useNeedOptions() {
  const { t } = useTranslation('recipients');
  const textsOf = (need: Need) => ({ text: t(`needs.${need}`), description: t(`needsHelp.${need}`) });
  return { label: t('participation'), of: <Each extends Need>(offered: readonly Each[]) => offered.map((key) => ({ key, ...textsOf(key) })) };
}
