import type { IdentityCheck, IdentityPicture } from '#contract/entities/identity-check.ts';
import { picturesOf } from '#contract/entities/identity-check.ts';

/** The next step of a running check. */
type CheckStep =
  | { readonly kind: 'picture'; readonly picture: IdentityPicture; readonly number: number; readonly total: number }
  | { readonly kind: 'visit'; readonly url: string }
  | { readonly kind: 'wait' };

/** Returns the next step: the pictures one by one, then the identity provider, then the decision. */
export function nextStep({ status, requirements, evidence, url }: Pick<IdentityCheck, 'status' | 'requirements' | 'evidence' | 'url'>): CheckStep {
  const wanted = picturesOf(requirements);
  const at = wanted.findIndex((kind) => !evidence.some((each) => each.kind === kind));
  const picture = wanted[at];
  if (status === 'capturing' && picture) return { kind: 'picture', picture, number: at + 1, total: wanted.length };
  if (status === 'capturing' && url) return { kind: 'visit', url };
  return { kind: 'wait' };
}
