import type { PdfDocument, ValidationMaterial } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import { Inquiry } from './inquiry.ts';
import type { LevelSources } from './level.ts';

/** Rounds of asking: each certificate that is found may need another one. */
const maxRounds = 12;

/** What proves signatures, null where nothing does, and the signed fields that nothing can prove. */
interface Proofs {
  material: ValidationMaterial | null;
  unproven: string[];
}

/** Fetches what proves the signatures, until nothing is missing. Throws `validation_unavailable` where something can't be had. */
export async function fetchMaterial(document: PdfDocument, sources: LevelSources, fields: readonly string[], authorities: AuthorityClient, now: () => number): Promise<Proofs> {
  const { known = {}, trust = [], unprovable } = sources;
  const inquiry = new Inquiry(authorities);
  const unproven: string[] = [];
  let wanted = [...fields];
  for (let round = 0; round < maxRounds; round++) {
    const { certificates, ocsps, crls } = inquiry.answers;
    const material: ValidationMaterial = {
      certificates: [...(known.certificates ?? []), ...certificates], ocsps: [...(known.ocsps ?? []), ...ocsps], crls: [...(known.crls ?? []), ...crls],
      trust: [...trust], fields: wanted, at: now(),
    };
    const needs = await document.validationNeeds(material);
    if (needs.length === 0) return { material, unproven };
    const { isVain, problems } = await inquiry.ask(needs);
    if (!isVain) continue;
    if (unprovable !== 'skip') throw new EngineError('validation_unavailable', problems.join('; '));
    const hopeless = needs.map(({ field }) => field);
    unproven.push(...hopeless);
    wanted = (wanted.length > 0 ? wanted : await signedFields(document, material)).filter((field) => !hopeless.includes(field));
    // An empty list of fields would mean all of them.
    if (wanted.length === 0) return { material: null, unproven };
  }
  throw new EngineError('validation_unavailable', 'The paths of the certificates do not end');
}

async function signedFields(document: PdfDocument, { trust = [], at }: ValidationMaterial): Promise<string[]> {
  const reports = await document.verify({ trust, at, ignoreTrust: true });
  return reports.flatMap(({ field }) => field ?? []);
}
