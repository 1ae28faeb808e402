import type { ReactNode } from 'react';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface ConfirmRemovalDialogProps {
  title: string;
  confirmText: string;
  cancelText: string;
  /** Revokes or deletes it on the server. */
  remove: () => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
  children: ReactNode;
}

/** Asks for confirmation before an irreversible removal from the account, and shows its error. */
export const ConfirmRemovalDialog = ({ remove, onDone, children, ...words }: ConfirmRemovalDialogProps) => {
  const act = useAsyncAction();
  const confirm = async (): Promise<void> => {
    if (await act.run(remove)) onDone();
  };
  return (
    <ConfirmDialog isOpen negative {...words} isPending={act.busy} error={act.error ? errorText(act.error) : undefined} onConfirm={() => void confirm()}>
      {children}
    </ConfirmDialog>
  );
};
