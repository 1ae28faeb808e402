import { Copy, FilePenLine, LayoutTemplate, Users } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { isEditable } from '#contract/entities/transaction.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { actionErrorText } from '#web/entities/action-error-text.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { saveAsTemplate } from '#web/entities/templates/templates.requests.ts';
import { useCopyRefusal } from '#web/entities/transactions/use-copy-refusal.ts';
import { useDuplicate } from '#web/entities/transactions/use-duplicate.ts';
import { CorrectDialog } from '#web/features/sending/CorrectDialog.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { ResourceMenu } from './ResourceMenu.tsx';
import { useRename } from './use-rename.tsx';

/** Sub-screens and actions of a transaction that this person may use. */
export function TransactionMenu({ transaction, profile, first = [] }: { transaction: Transaction; profile: Profile; first?: readonly MenuAction[] }) {
  const { t } = useTranslation('bulk');
  const { t: plan } = useTranslation('plan');
  const navigate = useNavigate();
  const { id } = transaction;
  const refusal = mayUse('allowBulkSending', useOwnPlanFlags()) ? {} : { refusal: plan('notIncluded') };
  const bulk: MenuAction = { key: 'bulk', text: t('use_open'), icon: <Icon of={Users} />, run: () => void navigate(fillPath(routes.transactionUseBulk, { id })), ...refusal };
  const mayBulk = isEditable(transaction.status) && may(transaction, profile, 'copy') && transaction.fileIds.length > 0;
  const copies = useCopyActions(transaction, profile);
  const more = [...copies.actions, ...useTemplateActions(transaction, profile), ...(mayBulk ? [bulk] : [])];
  const rename = useRename({ kind: 'transaction', id, title: transaction.name }, may(transaction, profile, 'update'));
  return (
    <>
      <ResourceMenu
        resource={{ kind: 'transaction', id: transaction.id }}
        maySeeSharing={may(transaction, profile, 'readSharing')}
        maySeeInsights={may(transaction, profile, 'readInsights')}
        more={[...first, ...rename.actions, ...more]}
      />
      {rename.dialog}
      {copies.dialog}
    </>
  );
}

/** Makes a draft like the transaction, beside it or in its place. */
function useCopyActions(transaction: Transaction, profile: Profile): { actions: MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation('lists');
  const duplicate = useDuplicate(notifyError);
  const [isCorrecting, setCorrecting] = useState(false);
  const refusal = useCopyRefusal(transaction);
  const refused = refusal ? { refusal } : {};
  return {
    actions: [
      ...(may(transaction, profile, 'correct') ? [{ key: 'correct', text: t('act.correct'), icon: <Icon of={FilePenLine} />, run: () => setCorrecting(true), ...refused }] : []),
      ...(may(transaction, profile, 'duplicate') ? [{ key: 'duplicate', text: t('act.duplicate'), icon: <Icon of={Copy} />, run: () => void duplicate(transaction.id), ...refused }] : []),
    ],
    dialog: isCorrecting ? <CorrectDialog transaction={transaction} onClose={() => setCorrecting(false)} /> : null,
  };
}

/** Creates a template from the transaction. */
function useTemplateActions(transaction: Transaction, profile: Profile): MenuAction[] {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { id, name } = transaction;
  const notice = useRefusalNotice();
  const refused = useCreationRefusal('createTemplates');
  const save = async (): Promise<void> => {
    try {
      const made = await dispatch(saveAsTemplate({ id, name })).unwrap();
      await navigate(fillPath(routes.template, { id: made.id }));
    } catch (failure) {
      notifyError(actionErrorText('createTemplate', failure as ErrorInfo, t('failed')));
    }
  };
  if (!may(transaction, profile, 'copy') || transaction.fileIds.length === 0) return [];
  return [{ key: 'template', text: t('saveAs'), icon: <Icon of={LayoutTemplate} />, run: () => void save(), ...(refused ? { refusal: notice.textOf(refused, 'createTemplates') } : {}) }];
}
