import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { ButtonVariant } from './Button.tsx';
import { Button } from './Button.tsx';

interface FileButtonProps {
  children: ReactNode;
  onFiles(files: File[]): void;
  accepted: readonly string[];
  allowsMultiple?: boolean;
  look?: ButtonVariant;
  size?: 'medium' | 'large';
  icon?: ReactNode;
  isDisabled?: boolean;
  /** Keeps the focus, but opens nothing. */
  isPending?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** A button that opens the device's file picker. */
export const FileButton = ({ children, onFiles, accepted, allowsMultiple = true, isPending = false, ...button }: FileButtonProps) => (
  <FileTrigger
    ref={(input) => {
      if (input) input.disabled = isPending;
    }}
    acceptedFileTypes={accepted}
    allowsMultiple={allowsMultiple}
    onSelect={(files) => {
      if (files && files.length > 0) onFiles([...files]);
    }}
  >
    <Button {...button} isPending={isPending}>{children}</Button>
  </FileTrigger>
);
