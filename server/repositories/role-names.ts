/** People see the role of a plain signer, and search for it, in their language. */
import { signerRole } from '#contract/entities/recipient.ts';
import { textsOf } from '#server/platform/texts.ts';

const shown = Object.values(textsOf('people')).map(({ signer }) => signer.toLowerCase());

/** Returns the stored role whose name in one of the languages contains the search. */
export function storedRoles(search: string): string[] {
  const wanted = search.toLowerCase();
  return wanted !== signerRole && shown.some((name) => name.includes(wanted)) ? [signerRole] : [];
}
