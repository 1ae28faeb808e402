import type { Contact } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';
import type { PersonDraft, PersonProblems } from '#web/entities/people/person-draft.ts';
import { problemsOf } from '#web/entities/people/person-draft.ts';

/** The new signer and the reason while they are typed. */
export interface ReassignDraft extends PersonDraft {
  readonly reason: string;
}

export interface ReassignProblems extends PersonProblems {
  readonly reason?: 'missing_reason' | 'reason_too_large';
}

function reasonProblem(reason: string): ReassignProblems['reason'] {
  const length = reason.trim().length;
  if (length === 0) return 'missing_reason';
  return length > lengths.reason ? 'reason_too_large' : undefined;
}

/** Returns the error codes of document 2 §5.3 by input field; all of them, not only the first. */
export function reassignProblems(draft: ReassignDraft, { recipients, user, allowPhone = false }: { recipients: readonly Contact[]; user: Contact | null; allowPhone?: boolean }): ReassignProblems {
  const reason = reasonProblem(draft.reason);
  return { ...problemsOf(draft, { others: recipients, user, allowPhone }), ...(reason ? { reason } : {}) };
}

const places = {
  names_validation: 'name', fields_empty: 'contact', email_validation: 'contact', fields_validation: 'contact',
  match_user: 'contact', match_recipient: 'contact', missing_reason: 'reason', reason_too_large: 'reason',
} as const satisfies Record<NonNullable<ReassignProblems[keyof ReassignProblems]>, keyof ReassignProblems>;

/** Maps a server error to its input field, for example if somebody else has added that person meanwhile. */
export function refusalProblems(code: string): ReassignProblems {
  return Object.hasOwn(places, code) ? { [places[code as keyof typeof places]]: code } : {};
}
