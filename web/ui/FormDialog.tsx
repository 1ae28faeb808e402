import type { ReactNode } from 'react';
import { useId } from 'react';
import { Button } from './Button.tsx';
import type { DialogProps } from './Dialog.tsx';
import { Dialog } from './Dialog.tsx';
import styles from './FormDialog.module.scss';

export interface FormDialogProps extends Pick<DialogProps, 'onClose' | 'title' | 'size'> {
  children: ReactNode;
  closeLabel: string;
  cancelText: string;
  saveText: string;
  /** What the answer does: `negative` where something ends by it. */
  look?: 'primary' | 'negative';
  isPending?: boolean;
  onSubmit: () => void;
}

/** A dialog that is filled in, and answered by its last button or the Enter key. What is wrong is said by its fields. */
export const FormDialog = ({ children, cancelText, saveText, look = 'primary', isPending, onSubmit, ...rest }: FormDialogProps) => {
  const id = useId();
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
