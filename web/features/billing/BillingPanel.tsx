import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Deployment } from '#contract/calls/feedback.calls.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { fetchAccount } from './account.ts';
import { CardSection } from './CardSection.tsx';
import { CurrentPlan } from './CurrentPlan.tsx';
import { HistorySection } from './HistorySection.tsx';
import { PlansSection } from './PlansSection.tsx';

interface BillingPanelProps {
  deployment: Deployment;
  orgId?: string;
  /** Members of the organization, the minimum number of seats. */
  members?: number;
}

/** Plan, card and payment history. */
export const BillingPanel = ({ deployment, orgId, members = 1 }: BillingPanelProps) => {
  const { t } = useTranslation('billing');
  const dispatch = useAppDispatch();
  const account = useAnswer(useCallback((signal: AbortSignal) => fetchAccount(orgId, signal), [orgId]));
  const [said, setSaid] = useState<string | null>(null);
  const changed = (words?: string): void => {
    setSaid(words ?? null);
    account.reload();
    // The plan features have changed with the plan.
    void dispatch(fetchProfile());
  };
  if (account.error) {
    return (
      <Banner meaning="negative" actions={<Button onPress={account.reload}>{t('tryAgain')}</Button>}>
        {errorText(account.error, t('failed'))}
      </Banner>
    );
  }
  if (!account.value) return <Skeleton height="420px" />;
  const parts = { account: account.value, deployment, orgId, onChanged: changed };
  return (
    <>
      {said ? <Banner meaning="success">{said}</Banner> : null}
      <CurrentPlan {...parts} />
      <CardSection {...parts} />
      <PlansSection {...parts} members={members} />
      <HistorySection history={account.value.history} orgId={orgId} />
    </>
  );
};
