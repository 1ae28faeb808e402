import { Plus, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { AttachmentRequest } from '#contract/entities/attachment.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './recipients.module.scss';

interface AttachmentRequestsProps {
  requests: readonly AttachmentRequest[];
  /** Whether problems are shown. */
  tried: boolean;
  onChange: (requests: readonly AttachmentRequest[]) => void;
}

/** Which files a signer is asked to attach. */
export function AttachmentRequests({ requests, tried, onChange }: AttachmentRequestsProps) {
  const { t } = useTranslation('recipients');
  const change = (id: string, part: Partial<AttachmentRequest>): void => onChange(requests.map((each) => (each.id === id ? { ...each, ...part } : each)));
  const add = (): void => onChange([...requests, { id: crypto.randomUUID(), label: '', help: '', required: true }]);
  return (
    <fieldset className={styles.identity}>
      <legend>{t('attachments.title')}</legend>
      {requests.map((each, index) => (
        <fieldset key={each.id} className={styles.attachment}>
          <legend>{t('attachments.number', { number: index + 1 })}</legend>
          <TextField
            label={t('attachments.label')}
            placeholder={t('attachments.example')}
            autoFocus={each.label === ''}
            maxLength={lengths.attachmentLabel}
            value={each.label}
            onChange={(label) => change(each.id, { label })}
            error={tried && each.label.trim() === '' ? t('attachments.labelMissing') : undefined}
          />
          <TextField label={t('attachments.help')} maxLength={lengths.helpText} value={each.help} onChange={(help) => change(each.id, { help })} />
          <Checkbox isSelected={each.required} onChange={(required) => change(each.id, { required })}>{t('attachments.required')}</Checkbox>
          <Button look="quiet" icon={<Icon of={X} />} onPress={() => onChange(requests.filter(({ id }) => id !== each.id))}>{t('attachments.remove', { number: index + 1 })}</Button>
        </fieldset>
      ))}
      {requests.length < counts.attachments ? <Button look="quiet" icon={<Icon of={Plus} />} onPress={add}>{t('attachments.add')}</Button> : null}
    </fieldset>
  );
}
