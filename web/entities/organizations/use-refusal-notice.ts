import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CreationRight } from '#contract/entities/organization.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { selectOrgId, selectUserId } from '../session/session.slice.ts';
import { useAppSelector } from '../store.ts';
import type { CreationRefusal } from './creation-refusal.ts';
import { selectOrganization } from './organizations.slice.ts';

interface RefusalNotice {
  /** Why the person may not create something, as a sentence. */
  textOf(refusal: CreationRefusal, right: CreationRight): string;
  /** The same as the arguments of an error notice, with the way to a larger plan for those who may choose one. */
  noticeOf(refusal: CreationRefusal, right: CreationRight): [text: string, options: { id: string; action?: { text: string; run(): void } }];
}

/** Says why a button creates nothing here (document 2 §6.2). */
export function useRefusalNotice(): RefusalNotice {
  const { t } = useTranslation('plan');
  const navigate = useNavigate();
  const orgId = useAppSelector(selectOrgId);
  const userId = useAppSelector(selectUserId);
  const ownerId = useAppSelector((state) => selectOrganization(state, orgId ?? ''))?.ownerId;
  const textOf: RefusalNotice['textOf'] = (refusal, right) =>
    refusal === 'disabled_by_domain_limitation' ? t(right === 'createTemplates' ? 'refused.templatesQuota' : 'refused.transactionsQuota') : t(`refused.${refusal}`);
  const billing = orgId === null ? routes.billing : ownerId === userId ? fillPath(routes.organizationBilling, { id: orgId }) : null;
  const noticeOf: RefusalNotice['noticeOf'] = (refusal, right) => {
    const isUpgradable = refusal === 'disabled_by_domain_limitation' && billing !== null;
    return [textOf(refusal, right), { id: refusal, ...(isUpgradable ? { action: { text: t('refused.plans'), run: () => void navigate(billing) } } : {}) }];
  };
  return { textOf, noticeOf };
}
