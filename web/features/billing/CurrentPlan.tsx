import { useState } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Subscription } from '#contract/entities/billing.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { confirmPayment } from '#web/services/payments/cards.service.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionActions, Section } from '#web/ui/Section.tsx';
import type { Meaning } from '#web/ui/StatusText.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import type { PartProps } from './account.ts';
import { CardDialog } from './CardDialog.tsx';
import { keyOf, money } from './money.ts';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';
import styles from './billing.module.scss';

const meanings = { active: 'success', trialing: 'attention', past_due: 'negative', incomplete: 'attention', canceled: 'negative' } as const satisfies Record<
  Subscription['status'],
  Meaning
>;

/** The current plan, its end date and cancellation. */
export const CurrentPlan = ({ account, deployment, orgId, onChanged }: PartProps) => {
  const { t } = useTranslation('billing');
  const { locale } = useLocale();
  const [asking, setAsking] = useState(false);
  const [writing, setWriting] = useState(false);
  const act = useAsyncAction();
  useRefreshOnConflict(act, onChanged);
  const { subscription, balance } = account;
  const isPaid = keyOf(subscription.plan) !== 'Essentials';
  const end = subscription.endAt ? new Intl.DateTimeFormat(locale, { dateStyle: 'long' }).format(new Date(subscription.endAt)) : null;
  const confirm = async (): Promise<void> => {
    if (await act.run(() => confirmPayment(deployment, orgId))) onChanged(t('confirmed'));
  };
  const saved = (): void => {
    setWriting(false);
    onChanged(t('trial.cardSaved'));
  };
  const cancel = async (): Promise<void> => {
    if (!(await act.run(() => call('billing.cancel', { query: { orgId } })))) return;
    setAsking(false);
    onChanged();
  };
  return (
    <Section title={t('current')}>
      <div className={styles.current}>
        <p className={styles.plan}>{t(`plan.${keyOf(subscription.plan)}`)}</p>
        {isPaid ? <StatusText meaning={meanings[subscription.status]}>{t(`status.${subscription.status}`)}</StatusText> : null}
      </div>
      {subscription.quantity > 1 ? <p>{t('seatsPaid', { count: subscription.quantity })}</p> : null}
      {end ? <p>{t(subscription.cancelAtPeriodEnd ? 'endsOn' : subscription.trialActive ? 'trialUntil' : 'renewsOn', { date: end })}</p> : null}
      {balance.current !== 0 ? <p>{t(balance.current > 0 ? 'balance' : 'owed', { amount: money(Math.abs(balance.current), locale) })}</p> : null}
      {subscription.intentType === 'payment_intent' ? (
        <Banner meaning="attention" actions={<Button isPending={act.busy} onPress={() => void confirm()}>{t('confirm')}</Button>}>
          {t('confirmText')}
        </Banner>
      ) : null}
      {subscription.intentType === 'setup_intent' ? (
        <Banner meaning="attention" actions={<Button onPress={() => setWriting(true)}>{t('card.add')}</Button>}>
          {t('trial.cardText', { plan: t(`plan.${keyOf(subscription.plan)}`) })}
        </Banner>
      ) : null}
      {writing ? <CardDialog deployment={deployment} orgId={orgId} onClose={() => setWriting(false)} onSaved={saved} /> : null}
      {act.error && !asking ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      {isPaid && !subscription.cancelAtPeriodEnd ? (
        <SectionActions>
          <Button look="quiet" onPress={() => setAsking(true)}>
            {t('cancel')}
          </Button>
        </SectionActions>
      ) : null}
      {asking ? (
        <ConfirmDialog
          isOpen
          negative
          onClose={() => setAsking(false)}
          onConfirm={() => void cancel()}
          isPending={act.busy}
          title={t('cancelTitle')}
          confirmText={t('cancel')}
          cancelText={t('keep')}
          error={act.error ? errorText(act.error, t('failed')) : undefined}
        >
          {end ? t('cancelText', { date: end }) : t('cancelNow')}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
};
