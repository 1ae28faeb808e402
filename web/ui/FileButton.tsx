import type { ReactNode } from 'react';
import { FileTrigger } from 'react-aria-components';
import type { ButtonVariant } from './Button.tsx';
import { Button } from './Button.tsx';

interface FileButtonProps {
  children: ReactNode;
  onFiles(files: File[]): void;
  accepted: readonly string[];
  allowsMultiple?: boolean;
  /** Opens the camera at the back, on devices that have one. */
  camera?: boolean;
  look?: ButtonVariant;
  size?: 'medium' | 'large';
  icon?: ReactNode;
  isDisabled?: boolean;
  /** Keeps the focus, but opens nothing. */
  isPending?: boolean;
  autoFocus?: boolean;
  className?: string | undefined;
}

/** A button that opens the device's file picker, or its camera. */
export const FileButton = ({ children, onFiles, accepted, allowsMultiple = true, camera = false, isPending = false, ...button }: FileButtonProps) => (
  <FileTrigger
    ref={(input) => {
      if (input) input.disabled = isPending;
    }}
    acceptedFileTypes={accepted}
    allowsMultiple={allowsMultiple}
    {...(camera ? { defaultCamera: 'environment' as const } : {})}
    onSelect={(files) => {
      if (files && files.length > 0) onFiles([...files]);
    }}
  >
    <Button {...button} isPending={isPending}>{children}</Button>
  </FileTrigger>
);
