import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { TransactionOptions } from '#contract/entities/transaction.ts';
import { mayUse, type Feature, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { dayOf, endOfDay } from './time-limit.ts';
import styles from './sending.module.scss';

interface OptionsFormProps {
  options: TransactionOptions;
  expiresAt?: string | null;
  /** Features of the sender's plan. */
  flags: PlanFlags | null;
  onOptions: (options: TransactionOptions) => void;
  /** Absent where the expiry date is chosen later (templates). */
  onExpiresAt?: (expiresAt: string | null) => void;
}

/** Options with the plan feature that each needs. */
const offered = [
  { option: 'allowSignerReassignment', flag: 'allowSignerReassignment' },
  { option: 'includeFileAudit', flag: 'allowAuditTrail' },
  // In every plan. Not offered where the transaction is created later, or for many recipients at once.
  { option: 'requirePasswordProtection', flag: null },
  { option: 'requireRecipientLocation', flag: null },
] as const satisfies readonly { option: keyof TransactionOptions; flag: Feature | null }[];

/** Options of the whole transaction: reassignment, audit trail, expiry date. */
export function OptionsForm({ options, expiresAt = null, flags, onOptions, onExpiresAt }: OptionsFormProps) {
  const { t } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  return (
    <section className={styles.form} aria-label={t('options.title')}>
      <h2 className={styles.heading}>{t('options.title')}</h2>
      {offered.filter(({ flag }) => flag ?? onExpiresAt).map(({ option, flag }) => {
        // An option in use stays available whatever the plan includes now.
        const included = flag === null || mayUse(flag, flags, { options });
        return (
          <Checkbox
            key={option}
            isSelected={options[option]}
            isDisabled={!included}
            help={included ? t(`options.${option}Help`) : plan('notIncluded')}
            onChange={(on) => onOptions({ ...options, [option]: on })}
          >
            {t(`options.${option}`)}
          </Checkbox>
        );
      })}
      {onExpiresAt ? <LastDay expiresAt={expiresAt} onExpiresAt={onExpiresAt} /> : null}
    </section>
  );
}

/** The expiry date. */
function LastDay({ expiresAt, onExpiresAt }: { expiresAt: string | null; onExpiresAt: (expiresAt: string | null) => void }) {
  const { t, i18n } = useTranslation('sending');
  const [now] = useState(() => new Date());
  const past = expiresAt !== null && new Date(expiresAt) <= now;
  return (
    <TextField
      label={t('options.expiresAt')}
      hint={t('optional')}
      type="date"
      min={dayOf(now)}
      value={expiresAt ? dayOf(new Date(expiresAt)) : ''}
      onChange={(day) => onExpiresAt(endOfDay(day))}
      help={
        expiresAt
          ? t('options.expiresOn', { date: new Intl.DateTimeFormat(i18n.language, { dateStyle: 'full', timeStyle: 'short' }).format(new Date(expiresAt)) })
          : t('options.expiresAtHelp')
      }
      error={past ? t('options.past') : undefined}
    />
  );
}
