import { useMemo } from 'react';
import type { LockablePart } from '#contract/entities/template-lock.ts';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import type { Versioned } from '#web/entities/drafts/saved-draft.ts';
import type { DraftContent } from '#web/entities/merging/merge-draft.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchTemplate, updateTemplate } from '#web/entities/templates/templates.requests.ts';
import { fetchTransaction, updateTransaction } from '#web/entities/transactions/transactions.requests.ts';
import type { SavedDraft } from './use-saved-draft.ts';
import { useSavedDraft } from './use-saved-draft.ts';

interface DraftValues extends DraftContent {
  expiresAt: string | null;
}

interface TemplateValues extends DraftContent {
  /** Whether the template is in the public library. */
  public: boolean;
  lockedParts: LockablePart[];
}

type Written<Values> = Values & SavedDraft<Values>;
export type Draft = Written<DraftValues>;
export type TemplateDraft = Written<TemplateValues>;

const draftOf = ({ name, message, recipients, cc, options, expiresAt, version }: Transaction): Versioned<DraftValues> => ({
  values: { name, message, recipients, cc, options, expiresAt }, version,
});

const templateDraftOf = ({ name, message, recipients, cc, options, public: isPublic, lockedParts, version }: Template): Versioned<TemplateValues> => ({
  values: { name, message, recipients, cc, options, public: isPublic, lockedParts }, version,
});

/** Draft of a transaction. */
export function useDraft(transaction: Transaction): Draft {
  const dispatch = useAppDispatch();
  const { id } = transaction;
  const current = useMemo(() => draftOf(transaction), [transaction]);
  const draft = useSavedDraft<DraftValues>(id, current, {
    kind: 'transaction',
    save: async (change, version) => draftOf(await dispatch(updateTransaction({ id, ...change, version })).unwrap()),
    fetch: async () => draftOf(await dispatch(fetchTransaction({ id })).unwrap()),
  });
  return { ...draft.values, ...draft };
}

/** Draft of a template. */
export function useTemplateDraft(template: Template): TemplateDraft {
  const dispatch = useAppDispatch();
  const { id } = template;
  const current = useMemo(() => templateDraftOf(template), [template]);
  const draft = useSavedDraft<TemplateValues>(id, current, {
    kind: 'template',
    save: async (change, version) => templateDraftOf(await dispatch(updateTemplate({ id, ...change, version })).unwrap()),
    fetch: async () => templateDraftOf(await dispatch(fetchTemplate({ id })).unwrap()),
  });
  return { ...draft.values, ...draft };
}
