import type { ReactNode } from 'react';
import { errorText } from '#web/entities/error-text.ts';
import { useAct } from '#web/entities/requests/use-act.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

interface EndDialogProps {
  title: string;
  confirmText: string;
  cancelText: string;
  /** What ends it at the server. */
  end: () => Promise<unknown>;
  onClose: () => void;
  onDone: () => void;
  children: ReactNode;
}

/** Asks before something of the account ends that does not come back, and says when it can't be ended. */
export const EndDialog = ({ end, onDone, children, ...words }: EndDialogProps) => {
  const act = useAct();
  const confirm = async (): Promise<void> => {
    if (await act.run(end)) onDone();
  };
  return (
    <ConfirmDialog isOpen negative {...words} isPending={act.busy} error={act.error ? errorText(act.error) : undefined} onConfirm={() => void confirm()}>
      {children}
    </ConfirmDialog>
  );
};
