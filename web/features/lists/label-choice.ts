import type { Label } from '#contract/entities/label.ts';
import type { Labeled, LabelChange } from '#web/entities/file-resources.ts';

/** The folder that all have: its id, `none` if none has one, and `mixed` if they differ. */
export const folderOf = (items: readonly Labeled[]): string => {
  const all = new Set(items.map(({ folderId }) => folderId ?? 'none'));
  return all.size === 1 ? ([...all][0] ?? 'none') : 'mixed';
};

/** Whether all, none or some have a tag. */
export const hasTag = (items: readonly Labeled[], tag: string): boolean | 'some' => {
  const count = items.filter(({ tagIds = [] }) => tagIds.includes(tag)).length;
  return count === items.length ? true : count === 0 ? false : 'some';
};

/** What was chosen, as far as it differs from what there was. */
export function changeOf(items: readonly Labeled[], folder: string, chosen: Readonly<Record<string, boolean>>, tags: readonly Pick<Label, 'id'>[]): LabelChange {
  const changed = (wanted: boolean) => tags.flatMap(({ id }) => (chosen[id] === wanted && hasTag(items, id) !== wanted ? [id] : []));
  return {
    ...(folder !== 'mixed' && folder !== folderOf(items) && { folderId: folder === 'none' ? null : folder }),
    addTags: changed(true),
    removeTags: changed(false),
  };
}
