import { useTranslation } from 'react-i18next';
import type { ReminderPlan } from '#contract/entities/reminder.ts';
import type { TransactionOptions } from '#contract/entities/transaction.ts';
import { mayUse, type Feature, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { DeadlineField } from './DeadlineField.tsx';
import { RemindersForm } from './RemindersForm.tsx';
import styles from './sending.module.scss';

interface OptionsFormProps {
  options: TransactionOptions;
  expiresAt?: string | null;
  reminders: ReminderPlan | null;
  /** Features of the sender's plan. */
  flags: PlanFlags | null;
  /** Whether this installation accepts certificates of other authorities. */
  trustsOthers: boolean;
  /** Why the options can't be changed. The deadline always can. */
  lock?: string | null;
  /** Why what needs PDFs can't be chosen: a document is a page. */
  notForPages?: string | null;
  onOptions: (options: TransactionOptions) => void;
  onReminders: (reminders: ReminderPlan | null) => void;
  /** Absent where the expiry date is chosen later (templates). */
  onExpiresAt?: (expiresAt: string | null) => void;
}

interface Offered {
  option: keyof TransactionOptions;
  /** The plan feature that it needs; null: in every plan. */
  flag: Feature | null;
  /** `sender`: not where the transaction is created later, or for many recipients at once. */
  only?: 'sender' | 'trustsOthers';
  needsPdf?: true;
}

const offered: readonly Offered[] = [
  { option: 'allowSignerReassignment', flag: 'allowSignerReassignment' },
  { option: 'includeFileAudit', flag: 'allowAuditTrail' },
  { option: 'allowBulkUsage', flag: 'allowBulkSending', only: 'sender', needsPdf: true },
  { option: 'requirePasswordProtection', flag: null, only: 'sender', needsPdf: true },
  { option: 'requireRecipientLocation', flag: null, only: 'sender' },
  { option: 'requireLocalCertificate', flag: null },
  { option: 'requireCertificateContactMatch', flag: null, only: 'trustsOthers' },
  { option: 'requireQualifiedCertificate', flag: 'allowQualifiedCertTransactions', only: 'trustsOthers' },
  { option: 'requireSmartCard', flag: 'allowSmartCardTransactions', only: 'trustsOthers' },
];

/** Options of the whole transaction: reassignment, audit trail, protection, certificates, deadline, automatic reminders. */
export function OptionsForm({ options, expiresAt = null, reminders, flags, trustsOthers, lock = null, notForPages = null, onOptions, onReminders, onExpiresAt }: OptionsFormProps) {
  const { t } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  const here = { sender: onExpiresAt !== undefined, trustsOthers };
  return (
    <section className={styles.form} aria-label={t('options.title')}>
      <h2 className={styles.heading}>{t('options.title')}</h2>
      {onExpiresAt ? <DeadlineField expiresAt={expiresAt} onExpiresAt={onExpiresAt} /> : null}
      <Locked reason={lock}>
        {/* An option in use stays visible and available, whatever the plan and the installation offer now. */}
        {offered.filter(({ option, only }) => options[option] || only === undefined || here[only]).map(({ option, flag, needsPdf = false }) => {
          const included = flag === null || mayUse(flag, flags, { options });
          const refusal = needsPdf ? notForPages : null;
          return (
            <Checkbox
              key={option}
              isSelected={options[option]}
              isDisabled={!included || (refusal !== null && !options[option])}
              help={included ? (refusal ?? t(`options.${option}Help`)) : plan('notIncluded')}
              onChange={(on) => onOptions({ ...options, [option]: on })}
            >
              {t(`options.${option}`)}
            </Checkbox>
          );
        })}
        <RemindersForm reminders={reminders} isIncluded={mayUse('allowReminderNotifications', flags, { reminds: reminders !== null })} onReminders={onReminders} />
      </Locked>
    </section>
  );
}
