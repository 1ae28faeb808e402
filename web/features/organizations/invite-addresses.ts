import { canonicalEmail, isEmail } from '#contract/entities/common.ts';

/** Maximum number of invitations per call. */
const MOST = 50;

export type InviteProblem = { kind: 'missing' | 'many' } | { kind: 'wrong'; addresses: readonly string[] };

/** Parses addresses separated by comma, semicolon, space or line break; without duplicates. */
export function addressesIn(text: string): string[] {
  const seen = new Map<string, string>();
  for (const part of text.split(/[\s,;]+/)) if (part) seen.set(canonicalEmail(part), seen.get(canonicalEmail(part)) ?? part);
  return [...seen.values()];
}

export function invitationProblem(addresses: readonly string[]): InviteProblem | null {
  const wrong = addresses.filter((address) => !isEmail(address));
  if (wrong.length > 0) return { kind: 'wrong', addresses: wrong };
  if (addresses.length === 0) return { kind: 'missing' };
  return addresses.length > MOST ? { kind: 'many' } : null;
}
