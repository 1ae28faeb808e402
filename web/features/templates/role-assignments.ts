import type { Template } from '#contract/entities/template.ts';
import type { PersonDraft, PersonProblems } from '#web/entities/people/person-draft.ts';
import { contactOf, contactText, fullName, hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';

type Role = Template['recipients'][number];

/** People by the id of the template's recipient. */
export type RoleAssignments = Readonly<Record<string, PersonDraft>>;

/** Prefills fixed recipients; the others have to be named. */
export const initialAssignments = (roles: readonly Role[]): RoleAssignments =>
  Object.fromEntries(roles.map((role) => [role.id, { name: fullName(role), contact: contactText(role) }]));

/** Returns the problems by role. Nobody can take two roles. */
export function assignmentProblems(roles: readonly Role[], assignments: RoleAssignments, allowPhone = false): Readonly<Record<string, PersonProblems>> {
  const found = roles.flatMap((role, index) => {
    const draft = assignments[role.id] ?? { name: '', contact: '' };
    const others = roles.slice(0, index).map((each) => contactOf(assignments[each.id]?.contact ?? ''));
    const { contact, ...rest } = problemsOf(draft, { others, allowPhone });
    // An in-person signer needs a name, but no address.
    const isNamed = role.inPerson && contact === 'fields_empty' && draft.name.trim() !== '';
    const problems: PersonProblems = contact && !isNamed ? { ...rest, contact } : rest;
    return hasProblems(problems) ? [[role.id, problems] as const] : [];
  });
  return Object.fromEntries(found);
}
