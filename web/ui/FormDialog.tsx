import type { ReactNode } from 'react';
import { useEffect, useId, useRef } from 'react';
import { timing } from '#contract/limits/timing.ts';
import { Banner } from './Banner.tsx';
import { Button } from './Button.tsx';
import type { DialogProps } from './Dialog.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './FormDialog.module.scss';

interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'size'> {
  children: ReactNode;
  closeLabel: string;
  cancelText: string;
  saveText: string;
  /** Look of the submit button; `negative` for destructive actions. */
  look?: 'primary' | 'negative';
  isPending?: boolean;
  /** Success text. It replaces the form, and the dialog closes by itself. */
  done?: string | null;
  onSubmit: () => void;
}

/** Calls `act` after `duration`, unless it is cancelled before. */
function useAfter(duration: number, begun: boolean, act: () => void): void {
  const latest = useRef(act);
  latest.current = act;
  useEffect(() => {
    if (!begun) return undefined;
    const timer = setTimeout(() => latest.current(), duration);
    return () => clearTimeout(timer);
  }, [duration, begun]);
}

/** A dialog with a form, submitted by its last button or the Enter key. Errors are shown by the fields. */
export const FormDialog = ({ children, cancelText, saveText, look = 'primary', isPending, done = null, onSubmit, ...rest }: FormDialogProps) => {
  const id = useId();
  useAfter(timing.successDialogAutoClose, done !== null, rest.onClose);
  if (done !== null) {
    return (
      <Dialog {...rest} isOpen footer={<Button autoFocus onPress={rest.onClose}>{rest.closeLabel}</Button>}>
        <Banner meaning="success">{done}</Banner>
      </Dialog>
    );
  }
  return (
    <Dialog
      {...rest}
      isOpen
      footer={
        <>
          <Button onPress={rest.onClose}>{cancelText}</Button>
          <Button look={look} type="submit" form={id} {...(isPending === undefined ? {} : { isPending })}>
            {saveText}
          </Button>
        </>
      }
    >
      <form
        id={id}
        className={styles.form}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          onSubmit();
        }}
      >
        {children}
      </form>
    </Dialog>
  );
};
