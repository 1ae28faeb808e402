import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { CopiedPeople } from './CopiedPeople.tsx';

/** Expiry date and copy recipients. */
export function Terms({ transaction: { expiresAt, cc } }: { transaction: Transaction }) {
  const { t, i18n } = useTranslation('sending');
  const date = expiresAt ? new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeStyle: 'short' }).format(new Date(expiresAt)) : '';
  return (
    <>
      {expiresAt ? <p>{t('summary.deadline', { date })}</p> : null}
      <CopiedPeople cc={cc} />
    </>
  );
}
