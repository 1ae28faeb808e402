import { useTranslation } from 'react-i18next';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { BillingPanel } from '#web/features/billing/BillingPanel.tsx';
import { Page } from '#web/ui/Page.tsx';

/** /billing: the personal plan, in every space. */
export default function BillingPage() {
  const { t } = useTranslation('billing');
  const deployment = useDeployment();
  return <Page title={t('title')}>{deployment ? <BillingPanel deployment={deployment} /> : null}</Page>;
}
