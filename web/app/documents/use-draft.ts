import { useCallback } from 'react';
import type { CcEntryInput, RecipientInput } from '#contract/entities/recipient.ts';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction, TransactionMessage, TransactionOptions } from '#contract/entities/transaction.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { updateTemplate } from '#web/entities/templates/templates.requests.ts';
import { updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { SavedDraft } from './use-saved-draft.ts';
import { useSavedDraft } from './use-saved-draft.ts';

interface DraftValues {
  name: string;
  message: TransactionMessage;
  recipients: RecipientInput[];
  cc: CcEntryInput[];
  options: TransactionOptions;
  expiresAt: string | null;
}

interface TemplateValues extends Omit<DraftValues, 'expiresAt'> {
  /** In the library, for everybody. */
  public: boolean;
}

type Written<Values> = Values & Omit<SavedDraft<Values>, 'values'>;
export type Draft = Written<DraftValues>;
export type TemplateDraft = Written<TemplateValues>;

/** What the sender writes about a transaction. */
export function useDraft({ id, name, message, recipients, cc, options, expiresAt }: Transaction): Draft {
  const dispatch = useAppDispatch();
  const save = useCallback(
    async (change: Partial<DraftValues>): Promise<Partial<DraftValues>> => {
      const saved = await dispatch(updateTransaction({ id, ...change })).unwrap();
      // The server names new recipients; the next change must carry those ids.
      return change.recipients ? { recipients: saved.recipients } : {};
    },
    [dispatch, id],
  );
  const { values, ...rest } = useSavedDraft<DraftValues>(() => ({ name, message, recipients, cc, options, expiresAt }), save);
  return { ...values, ...rest };
}

/** What the owner writes about a template. */
export function useTemplateDraft({ id, name, message, recipients, cc, options, public: isPublic }: Template): TemplateDraft {
  const dispatch = useAppDispatch();
  const save = useCallback(
    async (change: Partial<TemplateValues>): Promise<Partial<TemplateValues>> => {
      await dispatch(updateTemplate({ id, ...change })).unwrap();
      return {};
    },
    [dispatch, id],
  );
  const { values, ...rest } = useSavedDraft<TemplateValues>(() => ({ name, message, recipients, cc, options, public: isPublic }), save);
  return { ...values, ...rest };
}
