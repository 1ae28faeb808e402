import type { FormEvent } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { useCode, type CodeEntry } from './use-code.ts';
import { useWrongCode } from './use-wrong-code.ts';

export interface CodeForm {
  /** Props of a `CodeField`. */
  readonly field: { value: string; onChange: (value: string) => void; isReadOnly: boolean; error: string | undefined };
  /** An error that is not about the digits. */
  readonly problem: ErrorInfo | null;
  /** Whether all digits are entered. */
  readonly isWhole: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

/** State of a code form: digits, error and submission. */
export function useCodeForm(entry: Required<CodeEntry>): CodeForm {
  const { error, pending, submit } = entry;
  const { code, change, isWhole } = useCode(entry);
  const wrong = useWrongCode(error);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    // The last digit has submitted them already; a wrong code must not cost two tries.
    if (isWhole && !pending) void submit(code);
  };
  return {
    // The error is about the previous digits, so it is hidden once new ones are typed.
    field: { value: code, onChange: change, isReadOnly: pending, error: code === '' ? wrong : undefined },
    problem: error && wrong === undefined ? error : null,
    isWhole,
    onSubmit,
  };
}
