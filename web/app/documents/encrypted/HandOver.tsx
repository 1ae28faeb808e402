import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { fragmentOf, type Bytes } from '#web/services/encryption/keys.ts';
import type { OpenedRequest } from '#web/services/encryption/open-request.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { CopyButton } from '#web/ui/CopyButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './encrypted.module.scss';

interface HandOverProps {
  transaction: Transaction;
  transactionKey: Bytes;
  request: OpenedRequest;
}

/** The link with the key, which the sender gives to each recipient. The product never sends it. */
export function HandOver({ transaction, transactionKey, request }: HandOverProps) {
  const { t } = useTranslation('encryption');
  const address = new URL(fillPath(routes.transaction, { id: transaction.id }), window.location.origin).href;
  const link = address + fragmentOf(transactionKey);
  const names = (hasPassword: boolean): string[] => request.sent.signers.filter(({ id }) => request.passwordSigners.includes(id) === hasPassword).map(personName);
  const [byLink, byPassword] = [names(false), names(true)];
  return (
    <section className={styles.handOver} aria-labelledby="hand-over">
      <h2 id="hand-over" className={styles.heading}>{t('handOver.title')}</h2>
      {byLink.length > 0 ? <p>{t('handOver.link', { names: byLink.join(', ') })}</p> : null}
      {byPassword.length > 0 ? <p>{t('handOver.password', { names: byPassword.join(', ') })}</p> : null}
      <div className={styles.link}>
        <TextField label={t('handOver.label')} value={link} isReadOnly />
        <CopyButton text={link} label={t('handOver.copy')} copiedLabel={t('handOver.copied')} />
      </div>
      <Banner meaning="attention">{t(byPassword.length > 0 ? 'handOver.keepOrPassword' : 'handOver.keep')}</Banner>
    </section>
  );
}
