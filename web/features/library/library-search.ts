import type { Template } from '#contract/entities/template.ts';
import { personName } from '#web/ui/initials.ts';

/** Searches titles and owners, ignoring case; sorted by title. */
export function foundInLibrary<Each extends Pick<Template, 'name' | 'owner'>>(templates: readonly Each[], search: string): Each[] {
  const wanted = search.trim().toLocaleLowerCase();
  return templates.filter(({ name, owner }) => `${name} ${personName(owner)}`.toLocaleLowerCase().includes(wanted)).toSorted((a, b) => a.name.localeCompare(b.name));
}
