import { isPersonName } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';

/** Whether the first or last name is missing, so that others see only the address. */
export const lacksName = (profile: Profile): boolean => !profile.firstName || !profile.lastName;

export type NameProblem = 'missing' | 'invalid';

/** Returns the problem of a first or last name; null if there is none. */
export function nameProblem(name: string): NameProblem | null {
  const written = name.trim();
  if (written === '') return 'missing';
  return isPersonName(written) ? null : 'invalid';
}
