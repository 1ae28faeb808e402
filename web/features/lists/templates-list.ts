import type { ListSort } from '#contract/entities/list-query.ts';
import type { Template } from '#contract/entities/template.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import type { ListQuery } from './list-query.ts';
import { holds, sortList } from './list-query.ts';

export const templateFilters = ['all', 'sharedWithMe'] as const;
export type TemplateFilter = (typeof templateFilters)[number];

export const templateActions = ['use', 'useBulk', 'open', 'share', 'delete'] as const;
export type TemplateAction = (typeof templateActions)[number];

const needed = { use: 'use', useBulk: 'use', open: 'read', share: 'readSharing', delete: 'delete' } as const;

/** Menu actions that the viewer is permitted. */
export const templateActsFor = (template: Template, viewerId: string): TemplateAction[] =>
  templateActions.filter((act) => mayWithTemplate(template, viewerId, needed[act]));

/** Returns the rows for a query: filtered, searched in titles, roles and people, sorted. */
export const listedTemplates = (
  all: readonly Template[],
  query: ListQuery<TemplateFilter, ListSort>,
  viewerId: string,
  language: string,
  shown: (role: string) => string,
): Template[] => {
  const texts = ({ name, recipients, owner }: Template) => [name, owner.firstName, owner.lastName, owner.email, ...recipients.map(({ role }) => shown(role))];
  const found = all.filter((each) => (query.filter === 'all' || each.ownerId !== viewerId) && holds(texts(each), query.search));
  return sortList(found, query, ({ name }) => name, language);
};
