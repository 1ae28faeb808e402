import { useTranslation } from 'react-i18next';

interface CountTextProps {
  waiting: boolean;
  /** Whether the last request failed. */
  error: boolean;
  /** Number of loaded rows. */
  found: number;
  /** Null if more can be loaded and only the server knows how many. */
  total: number | null;
}

/** How many entries there are, for screen readers; nothing if the list could not be loaded. */
export const CountText = ({ waiting, error, found, total }: CountTextProps) => {
  const { t } = useTranslation('lists');
  if (waiting) return t('loading');
  if (error && found === 0) return null;
  return total === null ? t('countMore', { count: found }) : t('count', { count: total });
};
