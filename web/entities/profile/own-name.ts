import { isPersonName } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';

/** Whether others read an address where they could read a name. */
export const lacksName = (profile: Profile): boolean => !profile.firstName || !profile.lastName;

export type NameProblem = 'missing' | 'invalid';

/** What is wrong with a first or last name as it is written; null where nothing is. */
export function nameProblem(name: string): NameProblem | null {
  const written = name.trim();
  if (written === '') return 'missing';
  return isPersonName(written) ? null : 'invalid';
}
