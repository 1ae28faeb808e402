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
import { useCorrectionRefusal, useDuplicateRefusal } from '#web/entities/transactions/use-copy-refusal.ts';
import { useDuplicate, type SaveFirst } from '#web/entities/transactions/use-duplicate.ts';
import { CorrectDialog } from '#web/features/sending/CorrectDialog.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import * as snackbar from '#web/ui/snackbar.ts';
import { ResourceMenu } from './ResourceMenu.tsx';
import { useRename } from './use-rename.tsx';

interface TransactionMenuProps {
  transaction: Transaction;
  profile: Profile;
  first?: readonly MenuAction[];
  /** Saves what the person has changed, so that copies have it; false if that failed. Null where nothing can be changed. */
  save: (() => Promise<boolean>) | null;
}

/** As `save`, and says so if it failed. */
function useSaveFirst(save: TransactionMenuProps['save']): SaveFirst {
  const { t } = useTranslation('lists');
  return async () => {
    const isSaved = save === null || (await save());
    if (!isSaved) snackbar.notifyError(t('duplicate.unsaved'), { id: 'copy-unsaved' });
    return isSaved;
  };
}

/** Sub-screens and actions of a transaction that this person may use. */
export function TransactionMenu({ transaction, profile, first = [], save }: TransactionMenuProps) {
  const { t } = useTranslation('bulk');
  const { t: plan } = useTranslation('plan');
  const navigate = useNavigate();
  const { id } = transaction;
  const saveFirst = useSaveFirst(save);
  const openBulk = async (): Promise<void> => {
    if (await saveFirst()) await navigate(fillPath(routes.transactionUseBulk, { id }));
  };
  const refusal = mayUse('allowBulkSending', useOwnPlanFlags()) ? {} : { refusal: plan('notIncluded') };
  const bulk: MenuAction = { key: 'bulk', text: t('use_open'), icon: <Icon of={Users} />, run: () => void openBulk(), ...refusal };
  const mayBulk = isEditable(transaction.status) && may(transaction, profile, 'copy') && transaction.fileIds.length > 0;
  const copies = useCopyActions(transaction, profile, saveFirst);
  const more = [...copies.actions, ...useTemplateActions(transaction, profile, saveFirst), ...(mayBulk ? [bulk] : [])];
  const rename = useRename({ kind: 'transaction', id, title: transaction.name }, may(transaction, profile, 'update'));
  return (
    <>
      <ResourceMenu
        resource={{ kind: 'transaction', id: transaction.id }}
        maySeeSharing={may(transaction, profile, 'readSharing')}
        maySeeInsights={may(transaction, profile, 'readInsights')}
        mayKeep={!transaction.endToEndEncrypted}
        more={[...first, ...rename.actions, ...more]}
      />
      {rename.dialog}
      {copies.dialog}
    </>
  );
}

const refusedBy = (refusal: string | null): { refusal?: string } => (refusal ? { refusal } : {});

/** Makes a draft like the transaction, beside it or in its place. */
function useCopyActions(transaction: Transaction, profile: Profile, saveFirst: SaveFirst): { actions: MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation('lists');
  const duplicate = useDuplicate(snackbar);
  const [isCorrecting, setCorrecting] = useState(false);
  const refusals = { duplicate: useDuplicateRefusal(transaction), correct: useCorrectionRefusal(transaction) };
  return {
    actions: [
      ...(may(transaction, profile, 'correct') ? [{ key: 'correct', text: t('act.correct'), icon: <Icon of={FilePenLine} />, run: () => setCorrecting(true), ...refusedBy(refusals.correct) }] : []),
      ...(may(transaction, profile, 'duplicate') ? [{ key: 'duplicate', text: t('act.duplicate'), icon: <Icon of={Copy} />, run: () => void duplicate(transaction.id, saveFirst), ...refusedBy(refusals.duplicate) }] : []),
    ],
    dialog: isCorrecting ? <CorrectDialog transaction={transaction} onClose={() => setCorrecting(false)} /> : null,
  };
}

/** Creates a template from the transaction. */
function useTemplateActions(transaction: Transaction, profile: Profile, saveFirst: SaveFirst): MenuAction[] {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { id, name } = transaction;
  const notice = useRefusalNotice();
  const refused = useCreationRefusal('createTemplates');
  const save = async (): Promise<void> => {
    if (!(await saveFirst())) return;
    try {
      const made = await dispatch(saveAsTemplate({ id, name })).unwrap();
      await navigate(fillPath(routes.template, { id: made.id }));
    } catch (failure) {
      snackbar.notifyError(actionErrorText('createTemplate', failure as ErrorInfo, t('failed')));
    }
  };
  if (!may(transaction, profile, 'copy') || transaction.fileIds.length === 0) return [];
  return [{ key: 'template', text: t('saveAs'), icon: <Icon of={LayoutTemplate} />, run: () => void save(), ...(refused ? { refusal: notice.textOf(refused, 'createTemplates') } : {}) }];
}
