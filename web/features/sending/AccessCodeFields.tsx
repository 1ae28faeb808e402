import { useTranslation } from 'react-i18next';
import { shownPhone } from '#contract/entities/phone-number.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { accessCodes } from '#contract/limits/sending.ts';
import { personName } from '#web/ui/initials.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './sending.module.scss';
import type { useAccessCodes } from './use-access-codes.ts';

interface AccessCodeFieldsProps {
  codes: ReturnType<typeof useAccessCodes>;
  /** Whether the sender has tried to send. */
  tried: boolean;
  isDisabled: boolean;
}

/** The codes that recipients must enter before they see the documents. */
export function AccessCodeFields({ codes, tried, isDisabled }: AccessCodeFieldsProps) {
  const { t } = useTranslation('sending');
  return codes.entries.map(({ recipient, code, isShort }) => (
    <TextField
      key={recipient.id}
      label={t('accessCode.label', { name: personName(recipient) })}
      help={t('accessCode.help')}
      autoComplete="off"
      spellCheck="false"
      maxLength={accessCodes.longest}
      isDisabled={isDisabled}
      value={code}
      onChange={(text) => codes.change(recipient.id, text)}
      error={tried && isShort ? t('accessCode.short') : undefined}
    />
  ));
}

/** Who gets a code by text message, and at which number. */
export function TextedCodes({ recipients }: { recipients: readonly Recipient[] }) {
  const { t } = useTranslation('sending');
  return recipients.map((each) => (each.accessCodePhone === null ? null : (
    <p key={each.id} className={styles.quiet}>{t('accessCode.byText', { name: personName(each), phone: shownPhone(each.accessCodePhone) })}</p>
  )));
}
