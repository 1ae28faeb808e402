import type { TFunction } from 'i18next';
import type { Field } from '#contract/entities/field.ts';
import type { DraftContent, DraftPart } from '#web/entities/merging/merge-draft.ts';
import { fieldChanges } from '#web/entities/merging/merge-fields.ts';
import { personName } from '#web/ui/initials.ts';

type Translate = TFunction<'drafts'>;

const kinds = ['added', 'moved', 'changed', 'removed'] as const;

/** Describes the changes of fields by page: “Page 1: 2 added, 1 moved”. */
export function fieldWords(base: readonly Field[], now: readonly Field[], t: Translate, language: string): string[] {
  const list = new Intl.ListFormat(language, { type: 'unit' });
  const lines = fieldChanges(base, now).map((changes) => {
    const parts = kinds.filter((kind) => changes[kind] > 0).map((kind) => t(`fields.${kind}`, { count: changes[kind] }));
    return t('fields.page', { page: changes.page, changes: list.format(parts) });
  });
  return lines.length > 0 ? lines : [t('fields.none')];
}

/** Returns the content of a part as one line of text. */
function partText(part: DraftPart, content: DraftContent, t: Translate, language: string): string {
  const names = (people: readonly Parameters<typeof personName>[0][]): string =>
    people.length === 0 ? t('nobody') : new Intl.ListFormat(language, { type: 'unit' }).format(people.map(personName));
  switch (part) {
    case 'name':
      return content.name;
    case 'recipients':
      return names(content.recipients);
    case 'cc':
      return names(content.cc);
    case 'message':
      return [content.message.title, content.message.body].filter(Boolean).join(' — ') || t('empty');
    case 'expiresAt':
      return content.expiresAt ? new Intl.DateTimeFormat(language, { dateStyle: 'long' }).format(new Date(content.expiresAt)) : t('empty');
    case 'options':
    case 'public':
    case 'lockedParts':
      return t('settings');
  }
}

/** Describes the conflicting parts as one side has them. */
export const draftWords = (parts: readonly DraftPart[], content: DraftContent, t: Translate, language: string): string[] =>
  [...new Set(parts)].map((part) => t(`part.${part}`, { text: partText(part, content, t, language) }));
