import { useEffect, useState } from 'react';
import { links } from '#contract/limits/links.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

const DIGITS = links.oneTimeCodeDigits;

export interface CodeEntry {
  readonly error: ErrorInfo | null;
  readonly pending: boolean;
  /** Called with the last digit. Without it the form submits the code with its other fields. */
  readonly submit?: (code: string) => Promise<unknown>;
}

interface TypedCode {
  readonly code: string;
  readonly change: (value: string) => void;
  readonly isWhole: boolean;
}

/** The entered digits. A rejection clears them. */
export function useCode({ error, pending, submit }: CodeEntry): TypedCode {
  const [code, setCode] = useState('');
  useEffect(() => {
    if (error) setCode('');
  }, [error]);
  const change = (value: string): void => {
    const digits = value.replace(/\D/g, '').slice(0, DIGITS);
    setCode(digits);
    if (digits.length === DIGITS && !pending) void submit?.(digits);
  };
  return { code, change, isWhole: code.length === DIGITS };
}
