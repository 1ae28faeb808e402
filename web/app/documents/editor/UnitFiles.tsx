import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { useLimits } from '#web/entities/deployment/use-limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { deleteTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { FilesChange, UnitRef } from '#web/entities/uploads/unit-files.ts';
import { changeUnitFiles, withFileMoved, withoutFile } from '#web/entities/uploads/unit-files.ts';
import { RenameDialog } from '#web/features/lists/RenameDialog.tsx';
import { FilesPanel } from '#web/features/sending/FilesPanel.tsx';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { announce } from '#web/ui/announce.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { notify, notifyError } from '#web/ui/snackbar.ts';

interface UnitFile {
  readonly id: string;
  readonly title: string;
}

export interface UnitFilesProps {
  unit: UnitRef;
  files: readonly UnitFile[];
  /** Why they can't be changed. */
  lock?: string | null;
}

/** The documents of a draft or template: add, remove, reorder, rename. A draft without documents is deleted (document 1 §4). */
export function UnitFiles({ unit, files, lock = null }: UnitFilesProps) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const { fileCount } = useLimits();
  const [renamed, setRenamed] = useState<UnitFile | null>(null);
  const [isLast, setLast] = useState(false);
  const change = async (by: FilesChange, say: () => void): Promise<boolean> => {
    try {
      await dispatch(changeUnitFiles(unit, by));
      say();
      return true;
    } catch (failure) {
      notifyError(errorText(failure as ErrorInfo));
      return false;
    }
  };
  const move = (file: UnitFile, by: -1 | 1): Promise<boolean> => {
    const place = files.indexOf(file) + by + 1;
    return change(withFileMoved(file.id, by), () => announce(t('files.moved', { title: file.title, place, total: files.length })));
  };
  const remove = async (file: UnitFile): Promise<boolean> => {
    if (files.length > 1) return change(withoutFile(file.id), () => notify(t('files.removed', { title: file.title })));
    setLast(true);
    return false;
  };
  return (
    <>
      <FilesPanel
        files={files}
        lock={lock}
        uploadTo={fillPath(unit.kind === 'template' ? routes.templateUpload : routes.transactionUpload, { id: unit.id })}
        max={fileCount}
        keepsLast={unit.kind === 'template' ? t('files.keepsLast') : undefined}
        onMove={move}
        onRename={setRenamed}
        onRemove={remove}
      />
      {renamed ? <RenameDialog item={{ kind: 'file', ...renamed }} onClose={() => setRenamed(null)} /> : null}
      {isLast ? <DeleteDraft id={unit.id} onClose={() => setLast(false)} /> : null}
    </>
  );
}

/** Confirms that the draft is deleted with its last document, which stays in the files. */
function DeleteDraft({ id, onClose }: { id: string; onClose: () => void }) {
  const { t } = useTranslation('sending');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const { busy, error, run } = useAsyncAction();
  const confirm = async (): Promise<void> => {
    if (await run(() => dispatch(deleteTransaction({ id })).unwrap())) await navigate(routes.transactions);
  };
  return (
    <ConfirmDialog
      isOpen
      negative
      title={t('files.last.title')}
      confirmText={t('files.last.confirm')}
      cancelText={t('back')}
      isPending={busy}
      error={error ? errorText(error) : undefined}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {t('files.last.text')}
    </ConfirmDialog>
  );
}
