import type { InputOf, OutputOf } from '#contract/calls/calls.ts';
import { counts } from '#contract/limits/counts.ts';
import { call } from '#web/services/api/call.ts';
import { filesRequests } from './files/files.requests.ts';
import { filesFiled } from './files/files.slice.ts';
import type { FiledEntry } from './list-state.ts';
import type { SharedKind } from './sharing/resource.ts';
import type { AppDispatch } from './store.ts';
import { templatesRequests } from './templates/templates.requests.ts';
import { templatesFiled } from './templates/templates.slice.ts';
import { transactionsRequests } from './transactions/transactions.requests.ts';
import { transactionsFiled } from './transactions/transactions.slice.ts';

const listsOf = {
  file: { filed: filesFiled, refresh: filesRequests.refresh },
  template: { filed: templatesFiled, refresh: templatesRequests.refresh },
  transaction: { filed: transactionsFiled, refresh: transactionsRequests.refresh },
} as const;

export type FilingResult = OutputOf<'lists.archive'>['results'][number];

/** Files entries in portions, and shows them where they are now. Returns what became of each. */
const inPortions = (kind: SharedKind, ids: readonly string[], file: (portion: string[]) => Promise<{ results: FilingResult[] }>, filedAs: (id: string) => FiledEntry) =>
  async (dispatch: AppDispatch): Promise<FilingResult[]> => {
    const { filed, refresh } = listsOf[kind];
    const all: FilingResult[] = [];
    for (let from = 0; from < ids.length; from += counts.listChanges) {
      const { results } = await file(ids.slice(from, from + counts.listChanges));
      dispatch(filed(results.flatMap(({ id, error }) => (error === null ? [filedAs(id)] : []))));
      all.push(...results);
    }
    // For the counters, and the rows that move up.
    void dispatch(refresh());
    return all;
  };

/** Puts entries of a list into the archive, or takes them out. */
export const archiveResources = (kind: SharedKind, ids: readonly string[], archived: boolean) =>
  inPortions(kind, ids, (portion) => call('lists.archive', { body: { kind, ids: portion, archived } }), (id) => ({ id, archived }));

/** An entry with the labels it has so far. */
export interface Labeled {
  id: string;
  folderId?: string | null | undefined;
  tagIds?: readonly string[] | undefined;
}
export type LabelChange = Pick<NonNullable<InputOf<'lists.label'>['body']>, 'folderId' | 'addTags' | 'removeTags'>;

/** The labels of an entry after a change. */
export const withLabels = ({ id, folderId = null, tagIds = [] }: Labeled, { folderId: moved, addTags = [], removeTags = [] }: LabelChange): Required<Pick<FiledEntry, 'id' | 'folderId' | 'tagIds'>> =>
  ({ id, folderId: moved === undefined ? folderId : moved, tagIds: [...new Set([...tagIds.filter((tag) => !removeTags.includes(tag)), ...addTags])] });

/** Moves entries of a list to a folder, and adds and removes tags. */
export const labelResources = (kind: SharedKind, entries: readonly Labeled[], change: LabelChange) =>
  inPortions(kind, entries.map(({ id }) => id), (portion) => call('lists.label', { body: { kind, ids: portion, ...change } }),
    (id) => withLabels(entries.find((each) => each.id === id) ?? { id }, change));
