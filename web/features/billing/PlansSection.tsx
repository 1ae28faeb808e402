import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlanPeriod } from '#contract/plans.ts';
import { planContents, unlimited } from '#contract/plans.ts';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { PartProps } from './account.ts';
import type { Offer } from './money.ts';
import { money, offersFor } from './money.ts';
import { SubscribeDialog } from './SubscribeDialog.tsx';
import styles from './billing.module.scss';

const periods: readonly PlanPeriod[] = ['monthly', 'annual'];
/** Features in the comparison of plans. */
const features = ['allowAuditTrail', 'allowInPersonSigning', 'allowRemoteIdentityVerification', 'allowAdvancedFields', 'allowAPIAccess', 'allowBulkSending'] as const;

/** Plans side by side. */
export const PlansSection = ({ members, ...parts }: PartProps & { members: number }) => {
  const { t } = useTranslation('billing');
  const [period, setPeriod] = useState<PlanPeriod>('monthly');
  const [wanted, setWanted] = useState<Offer | null>(null);
  const { account, orgId, onChanged } = parts;
  const done = (offer: Offer): void => {
    setWanted(null);
    onChanged(t('done', { plan: t(`plan.${offer.key}`) }));
  };
  return (
    <Section title={t('plans')}>
      <RadioGroup<PlanPeriod>
        label={t('period.label')}
        orientation="horizontal"
        options={periods.map((key) => ({ key, text: t(`period.${key}`) }))}
        value={period}
        onChange={setPeriod}
      />
      <ul className={styles.offers}>
        {offersFor(orgId ? 'organization' : 'person', period).map((offer) => (
          <OfferCard key={offer.code} offer={offer} isCurrent={offer.code === account.subscription.plan} perSeat={orgId !== undefined} onChoose={() => setWanted(offer)} />
        ))}
      </ul>
      {wanted ? <SubscribeDialog {...parts} offer={wanted} members={members} onClose={() => setWanted(null)} onDone={() => done(wanted)} /> : null}
    </Section>
  );
};

interface OfferCardProps {
  offer: Offer;
  isCurrent: boolean;
  perSeat: boolean;
  onChoose: () => void;
}

const OfferCard = ({ offer, isCurrent, perSeat, onChoose }: OfferCardProps) => {
  const { t, i18n } = useTranslation('billing');
  const { t: plan } = useTranslation('plan');
  const { switches, transactions, templates } = planContents[offer.key];
  const amount = offer.price === null ? t('price.custom') : offer.price === 0 ? t('price.free') : money(offer.price, i18n.language);
  const isBought = offer.price !== null && offer.price > 0;
  const quota = (kind: 'requests' | 'templates', count: number): string => (count === unlimited ? t(`unlimited.${kind}`) : t(`quota.${kind}`, { count }));
  return (
    <li className={classNames(styles.offer, isCurrent && styles.chosen)}>
      <h3 className={styles.offerName}>{t(`plan.${offer.key}`)}</h3>
      <p className={styles.price}>
        {amount} {isBought && offer.period ? <span className={styles.per}>{t(perSeat ? `price.seat_${offer.period}` : `price.${offer.period}`)}</span> : null}
      </p>
      <ul className={styles.features}>
        <li>{quota('requests', transactions)}</li>
        <li>{quota('templates', templates)}</li>
        {features.filter((feature) => switches[feature]).map((feature) => (
          <li key={feature}>{plan(`features.${feature}`)}</li>
        ))}
      </ul>
      {isCurrent ? <p className={styles.note}>{t('isCurrent')}</p> : null}
      {isBought && !isCurrent ? <Button onPress={onChoose}>{t('choose', { plan: t(`plan.${offer.key}`) })}</Button> : null}
      {offer.price === null && !isCurrent ? <p className={styles.note}>{t('askUs')}</p> : null}
    </li>
  );
};
