import type { ReactNode } from 'react';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import { Dialog } from './Dialog.tsx';

interface ConfirmDialogProps {
  isOpen: boolean;
  onClose(): void;
  onConfirm(): void;
  title: string;
  children: ReactNode;
  confirmText: string;
  cancelText: string;
  /** Marks the action as destructive. */
  negative?: boolean;
  isPending?: boolean;
  /** Shown while the dialog stays open for another attempt. */
  error?: string | undefined;
}

/** Asks for confirmation of an irreversible action. */
export const ConfirmDialog = (props: ConfirmDialogProps) => (
  <Dialog
    isOpen={props.isOpen}
    onClose={props.onClose}
    title={props.title}
    role="alertdialog"
    closeLabel={props.cancelText}
    footer={
      <>
        <Button onPress={props.onClose}>{props.cancelText}</Button>
        <Button look={props.negative ? 'negative' : 'primary'} isPending={props.isPending ?? false} onPress={props.onConfirm}>
          {props.confirmText}
        </Button>
      </>
    }
  >
    <div>{props.children}</div>
    {props.error ? <Banner meaning="negative">{props.error}</Banner> : null}
  </Dialog>
);
