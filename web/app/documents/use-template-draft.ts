import { useCallback, useEffect, useRef, useState } from 'react';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import type { Template } from '#contract/entities/template.ts';
import type { TransactionMessage } from '#contract/entities/transaction.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { updateTemplate } from '#web/entities/templates/templates.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

interface TemplateValues {
  name: string;
  message: TransactionMessage;
  recipients: RecipientInput[];
}

export interface TemplateDraft extends TemplateValues {
  readonly error: ErrorInfo | null;
  readonly change: (change: Partial<TemplateValues>) => void;
  /** Writes what waits; false when the server did not take it. */
  readonly flush: () => Promise<boolean>;
}

const RESTED = 800;

/** What the owner writes about a template: shown at once, written when it has rested, kept here until the server has it. */
export function useTemplateDraft({ id, name, message, recipients }: Template): TemplateDraft {
  const dispatch = useAppDispatch();
  const [values, setValues] = useState<TemplateValues>({ name, message, recipients });
  const [error, setError] = useState<ErrorInfo | null>(null);
  const waiting = useRef<Partial<TemplateValues>>({});
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);

  const flush = useCallback(async (): Promise<boolean> => {
    clearTimeout(timer.current);
    const change = waiting.current;
    if (Object.keys(change).length === 0) return true;
    if (change.name !== undefined && change.name.trim() === '') return false;
    waiting.current = {};
    try {
      await dispatch(updateTemplate({ id, ...change })).unwrap();
      setError(null);
      return true;
    } catch (failure) {
      waiting.current = { ...change, ...waiting.current };
      setError(failure as ErrorInfo);
      return false;
    }
  }, [dispatch, id]);
  const change = useCallback(
    (next: Partial<TemplateValues>): void => {
      setValues((old) => ({ ...old, ...next }));
      waiting.current = { ...waiting.current, ...next };
      clearTimeout(timer.current);
      timer.current = setTimeout(() => void flush(), RESTED);
    },
    [flush],
  );
  useEffect(() => () => void flush(), [flush]);
  return { ...values, error, change, flush };
}
