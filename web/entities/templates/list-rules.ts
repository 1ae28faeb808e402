import i18next from 'i18next';
import type { Template } from '#contract/entities/template.ts';
import { joinName } from '#contract/person-names.ts';
import type { ListRules, ListViewer } from '../list-rules.ts';
import { roleNames } from '../people/use-role-names.ts';

/** The server finds the role of a plain signer by its name in every language, and the browser in the language of the page. */
const shownRole = (role: string): string => roleNames(i18next.t('people:signer')).shown(role);

/** Templates of the library are known here too, without being in anybody's list. */
const isMine = ({ ownerId, sharedWith }: Template, { userId }: ListViewer): boolean => userId !== null && (ownerId === userId || sharedWith.includes(userId));

export const templateRules: ListRules<Template> = {
  nameOf: ({ name }) => name,
  textsOf: ({ name, owner, recipients }) => [name, joinName(owner.firstName, owner.lastName), owner.email, ...recipients.flatMap(({ role }) => [role, shownRole(role)])],
  isInSpace: (template, viewer) => (viewer.orgId === null ? isMine(template, viewer) && (!template.orgId || template.ownerId !== viewer.userId) : template.orgId === viewer.orgId),
  passes: ({ ownerId }, filter, { userId }) => filter === 'all' || ownerId !== userId,
};
