import { TextField } from './TextField.tsx';
import styles from './CodeField.module.scss';

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

/** Input for a one-time code: large, with autofill by the device. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField {...props} inputMode="numeric" autoComplete="one-time-code" name="code" autoFocus className={styles.code} />
);
