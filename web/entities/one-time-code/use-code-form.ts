import type { FormEvent } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { useCode, type CodeEntry } from './use-code.ts';
import { useWrongCode } from './use-wrong-code.ts';

export interface CodeForm {
  /** What a `CodeField` takes. */
  readonly field: { value: string; onChange: (value: string) => void; isReadOnly: boolean; error: string | undefined };
  /** Went wrong, and not because of the digits. */
  readonly problem: ErrorInfo | null;
  /** Every digit is there. */
  readonly isWhole: boolean;
  readonly onSubmit: (event: FormEvent) => void;
}

/** The digits of a code, what was wrong with them, and their submission. */
export function useCodeForm(entry: CodeEntry): CodeForm {
  const { error, pending, submit } = entry;
  const { code, change, isWhole } = useCode(entry);
  const wrong = useWrongCode(error);
  const onSubmit = (event: FormEvent): void => {
    event.preventDefault();
    if (isWhole) void submit(code);
  };
  return {
    // What was wrong with the last digits is not said of new ones.
    field: { value: code, onChange: change, isReadOnly: pending, error: code === '' ? wrong : undefined },
    problem: error && wrong === undefined ? error : null,
    isWhole,
    onSubmit,
  };
}
