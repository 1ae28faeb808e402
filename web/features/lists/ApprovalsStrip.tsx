import { useTranslation } from 'react-i18next';
import { counts } from '#contract/limits/counts.ts';
import { ownRoutes } from '#contract/routes.ts';
import { useApprovalCount } from '#web/entities/transactions/use-send-approvals.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';

/** How many requests wait for this person's approval, with the way to them. */
export const ApprovalsStrip = () => {
  const { t } = useTranslation('lists');
  const count = useApprovalCount();
  if (count === null || count === 0) return null;
  const open = <LinkButton to={ownRoutes.sendApprovals}>{t('approvals.open')}</LinkButton>;
  const words = count >= counts.sendApprovals ? t('approvals.many', { number: counts.sendApprovals }) : t('approvals.count', { number: count });
  return <Banner meaning="attention" actions={open}>{words}</Banner>;
};
