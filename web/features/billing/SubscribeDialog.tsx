import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { PromoPreview } from '#contract/entities/billing.ts';
import { currency, seats } from '#contract/plans.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { reportUsage } from '#web/services/telemetry/reports.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Stack } from '#web/ui/Section.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { PartProps } from './account.ts';
import { CardDialog } from './CardDialog.tsx';
import type { Offer } from './money.ts';
import { keyOf, money } from './money.ts';
import { areSeats, fewestSeats } from './seats.ts';
import { useRefreshOnConflict } from './use-refresh-on-conflict.ts';
import styles from './billing.module.scss';

interface SubscribeDialogProps extends PartProps {
  offer: Offer;
  members: number;
  onClose: () => void;
  onDone: () => void;
}

const FORM = 'subscribe-form';

/** Asks for a card first; the selected plan then continues. */
const CardFirst = ({ deployment, orgId, onChanged }: PartProps) => {
  const { t } = useTranslation('billing');
  const [writing, setWriting] = useState(false);
  const saved = (): void => {
    setWriting(false);
    onChanged();
  };
  return (
    <>
      <Banner meaning="attention" actions={<Button onPress={() => setWriting(true)}>{t('card.add')}</Button>}>
        {t('cardFirst')}
      </Banner>
      {writing ? <CardDialog deployment={deployment} orgId={orgId} onClose={() => setWriting(false)} onSaved={saved} /> : null}
    </>
  );
};

/** Price, seats and coupon code; then starts or changes the subscription. */
export const SubscribeDialog = (props: SubscribeDialogProps) => {
  const { offer, account, orgId, members, onClose } = props;
  const { t, i18n } = useTranslation('billing');
  const form = useSubscribing(props);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('choose', { plan: t(`plan.${offer.key}`) })}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={onClose}>{t('back')}</Button>
          <Button look="primary" type="submit" form={FORM} isPending={form.act.busy} isDisabled={!account.card || form.wrongSeats}>
            {t('pay', { amount: money(form.price, i18n.language) })}
          </Button>
        </>
      }
    >
      <form id={FORM} noValidate onSubmit={(event) => void form.submit(event)}>
        <Stack>
          {account.card ? <p>{t('payWith', { brand: account.card.brand.toUpperCase(), last: account.card.cardLast4 })}</p> : <CardFirst {...props} />}
          {form.trialDays > 0 ? (
            <Banner meaning="secondary" actions={<Button isPending={form.act.busy} onPress={() => void form.startTrial()}>{t('trial.start')}</Button>}>
              {t('trial.text', { count: form.trialDays })}
            </Banner>
          ) : null}
          {orgId ? (
            <TextField
              label={t('seats')}
              inputMode="numeric"
              value={form.quantity}
              onChange={form.setQuantity}
              help={t('seatsHelp', { count: members })}
              error={form.wrongSeats ? t('seatsWrong', { from: fewestSeats(members), to: seats.maximum }) : undefined}
            />
          ) : null}
          {form.starts ? (
            <div className={styles.promo}>
              <TextField label={t('promo.label')} hint={t('optional')} autoComplete="off" maxLength={64} value={form.code} onChange={form.setCode} />
              <Button isDisabled={form.code.trim() === ''} onPress={() => void form.preview()}>
                {t('promo.check')}
              </Button>
            </div>
          ) : null}
          {form.promo ? (
            <Banner meaning="success">
              {t('promo.price', { old: money(form.promo.oldPrice, i18n.language, form.promo.currency), now: money(form.promo.newPrice, i18n.language, form.promo.currency) })}
            </Banner>
          ) : null}
          {form.act.error ? <Banner meaning="negative">{errorText(form.act.error, t('failed'))}</Banner> : null}
        </Stack>
      </form>
    </Dialog>
  );
};

function useSubscribing({ offer, account, deployment, orgId, members, onChanged, onDone }: SubscribeDialogProps) {
  const act = useAsyncAction();
  useRefreshOnConflict(act, onChanged);
  const [quantity, setQuantity] = useState(String(fewestSeats(members)));
  const [code, writeCode] = useState('');
  const [promo, setPromo] = useState<PromoPreview | null>(null);
  const wrongSeats = orgId !== undefined && !areSeats(quantity, members);
  const count = orgId && !wrongSeats ? Number(quantity) : 1;
  const starts = keyOf(account.subscription.plan) === 'Essentials';
  const query = { orgId };
  const setCode = (text: string): void => {
    writeCode(text);
    setPromo(null);
  };
  const preview = async (): Promise<void> => {
    setPromo(await act.ask(() => call('billing.promoCodePreview', { query, body: { plan: offer.code, promoCode: code.trim() } })));
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (wrongSeats) return;
    const order = { plan: offer.code, ...(orgId ? { quantity: count } : {}) };
    const done = await act.run(() =>
      starts ? call('billing.start', { query, body: { ...order, ...(promo ? { promoCode: code.trim() } : {}) } }) : call('billing.update', { query, body: order }),
    );
    if (!done) return;
    reportUsage({ name: 'purchase', plan: offer.code, amount: (promo?.newPrice ?? offer.price ?? 0) * count, currency });
    onDone();
  };
  // Each person has one trial, before their first plan; organizations have none.
  const trialDays = starts && !orgId && !account.subscription.enableTrialPeriod ? deployment.trialDays : 0;
  const startTrial = async (): Promise<void> => {
    const body = { plan: offer.code, enableTrialPeriod: true, ...(promo ? { promoCode: code.trim() } : {}) };
    if (await act.run(() => call('billing.start', { query, body }))) onDone();
  };
  return { act, quantity, setQuantity, code, setCode, promo, wrongSeats, starts, trialDays, startTrial, price: (promo?.newPrice ?? offer.price ?? 0) * count, preview, submit };
}
