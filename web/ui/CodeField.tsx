import { TextField } from './TextField.tsx';
import styles from './CodeField.module.scss';

interface CodeFieldProps {
  label: string;
  value: string;
  onChange: (value: string) => void;
  isReadOnly: boolean;
  error: string | undefined;
}

/** The digits of a code that was just sent: large, and offered by the device where it knows them. */
export const CodeField = (props: CodeFieldProps) => (
  <TextField {...props} inputMode="numeric" autoComplete="one-time-code" name="code" autoFocus className={styles.code} />
);
