import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { IdentityCheck } from '#contract/entities/identity-check.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useFoundCheck } from '#web/entities/identity-checks/use-identity-check.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { TextArea } from '#web/ui/TextArea.tsx';
import styles from './identity.module.scss';

interface IdentityDecisionProps {
  transactionId: string;
  recipient: Recipient;
  onDecided: () => void;
  onClose: () => void;
}

/** The sender reviews the evidence of an identity check and approves or rejects it. */
export function IdentityDecision({ transactionId, recipient, onDecided, onClose }: IdentityDecisionProps) {
  const { t } = useTranslation('identity');
  const { value, error } = useFoundCheck({ transactionId, recipientId: recipient.id });
  const act = useAsyncAction();
  const [refusing, setRefusing] = useState(false);
  const [reason, setReason] = useState('');
  const [tried, setTried] = useState(false);
  const to = { params: { id: transactionId } };
  const approve = async (): Promise<void> => {
    if (await act.run(() => call('identityChecks.approve', { ...to, body: { recipientId: recipient.id } }))) onDecided();
  };
  const reject = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (!reason.trim()) return;
    if (await act.run(() => call('identityChecks.reject', { ...to, body: { recipientId: recipient.id, reason: reason.trim() } }))) onDecided();
  };
  const problem = act.error ?? error;
  const check = value?.check;
  return (
    <Dialog
      isOpen
      size="large"
      onClose={onClose}
      title={t('decision.title', { name: personName(recipient) })}
      closeLabel={t('close')}
      footer={
        refusing ? (
          <>
            <Button onPress={() => setRefusing(false)}>{t('back')}</Button>
            <Button look="negative" type="submit" form="identity-refusal" isPending={act.busy}>
              {t('decision.refuse')}
            </Button>
          </>
        ) : (
          <>
            <Button isDisabled={check?.status !== 'pending'} onPress={() => setRefusing(true)}>
              {t('decision.refuse')}
            </Button>
            <Button look="primary" isDisabled={check?.status !== 'pending'} isPending={act.busy} onPress={() => void approve()}>
              {t('decision.approve')}
            </Button>
          </>
        )
      }
    >
      <div className={styles.form}>
        {problem ? <Banner meaning="negative">{errorText(problem, t('failed'))}</Banner> : null}
        {value ? <Evidence check={check ?? null} /> : <Skeleton height="220px" />}
        {refusing ? (
          <form id="identity-refusal" noValidate onSubmit={(event) => void reject(event)}>
            <TextArea
              label={t('decision.reason')}
              help={t('decision.reasonHelp')}
              value={reason}
              maxLength={lengths.reason}
              autoFocus
              isRequired
              onChange={setReason}
              error={tried && !reason.trim() ? t('decision.missing') : undefined}
            />
          </form>
        ) : null}
      </div>
    </Dialog>
  );
}

function Evidence({ check }: { check: IdentityCheck | null }) {
  const { t } = useTranslation('identity');
  if (!check || check.evidence.length === 0) return <p className={styles.quiet}>{t('decision.nothing')}</p>;
  return (
    <div className={styles.pictures}>
      {check.evidence.map(({ kind, url }) => {
        const name = kind === 'selfie' ? t('decision.face') : t(`picture.${kind}`);
        return (
          <figure key={kind} className={styles.picture}>
            {/* Opens in full size, to be legible. */}
            <a href={url} target="_blank" rel="noreferrer">
              <img src={url} alt={name} />
            </a>
            <figcaption>{name}</figcaption>
          </figure>
        );
      })}
    </div>
  );
}
