import { useTranslation } from 'react-i18next';
import type { Participation } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { Button } from '#web/ui/Button.tsx';
import { dateWithZone } from '#web/ui/dates.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import styles from './signing.module.scss';

interface IntroDialogProps {
  transaction: Transaction;
  titles: readonly string[];
  /** What the sender writes to this person only. */
  privateMessage?: string;
  places: number;
  /** Number of files to attach. */
  attachments?: number;
  /** What the recipient is asked for; a signature unless given. */
  participation?: Participation;
  onStart: () => void;
  onLook: () => void;
  /** Absent for in-person signing on another person's device. */
  onDecline?: () => void;
}

/** Introduction: the documents, the sender, and the number of fields to fill. */
export function IntroDialog({ transaction, titles, privateMessage = '', attachments = 0, places, participation = 'signer', onStart, onLook, onDecline }: IntroDialogProps) {
  const { t, i18n } = useTranslation('signing');
  const { t: link } = useTranslation('magicLink');
  const { owner, message } = transaction;
  const sender = personName(owner);
  const date = transaction.expiresAt ? dateWithZone(transaction.expiresAt, formatLocale(i18n.language)) : '';
  const heading = message.title || transaction.name;
  return (
    <Dialog
      isOpen
      onClose={onLook}
      title={heading}
      closeLabel={t('look')}
      footer={
        <>
          {onDecline ? (
            <Button look="quiet" onPress={onDecline}>
              {t('decline.open')}
            </Button>
          ) : null}
          <Button look="primary" size="large" onPress={onStart}>
            {t('intro.start')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p className={styles.sender}>
          <Avatar person={owner} size="large" />
          <span>
            {participation === 'signer' ? t('intro.from', { sender }) : link(`lead.${participation}`, { sender })}
            {owner.email && owner.email !== sender ? <span className={styles.senderContact}>{owner.email}</span> : null}
          </span>
        </p>
        {message.body ? <blockquote className={styles.message}>{message.body}</blockquote> : null}
        {privateMessage ? (
          <blockquote className={styles.message}>
            <b>{t('intro.onlyYou')}</b>
            <br />
            {privateMessage}
          </blockquote>
        ) : null}
        {titles.length === 1 && titles[0] === heading ? null : <p>{t('intro.documents', { count: titles.length, titles: listOf(titles, i18n.language) })}</p>}
        {transaction.expiresAt ? <p>{participation === 'signer' ? t('intro.signBy', { date }) : link('deadline', { date })}</p> : null}
        <p>{participation !== 'signer' ? link(`toDo.${participation}`) : places > 0 ? t('intro.places', { count: places }) : t('intro.noPlaces')}</p>
        {attachments > 0 ? <p>{t('intro.attachments', { count: attachments })}</p> : null}
      </div>
    </Dialog>
  );
}
