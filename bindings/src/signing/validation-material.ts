import type { PdfDocument, ValidationMaterial, VerifyOptions } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import { RevocationCollector } from './revocation-collector.ts';
import type { LevelSources } from './level.ts';

/** Each fetched certificate may need another one, so collecting takes several rounds. */
const maxRounds = 12;

/** The validation material, or null if there is none, and the signature fields that cannot be validated. */
interface Proofs {
  material: ValidationMaterial | null;
  unproven: string[];
}

/** How `verify` reports all signatures without reading again what verified ones sign. */
export type VerifiedBefore = Pick<VerifyOptions, 'since' | 'includeKnown'>;

interface SignedSource {
  document: PdfDocument;
  verified: VerifiedBefore;
}

/** Fetches validation material until the core misses nothing. Throws `validation_unavailable` if something cannot be fetched. */
export async function fetchMaterial({ document, verified }: SignedSource, sources: LevelSources, fields: readonly string[], authorities: AuthorityClient, now: () => number): Promise<Proofs> {
  const { known = {}, trust = [], unprovable } = sources;
  const collector = new RevocationCollector(authorities);
  const unproven: string[] = [];
  let wanted = [...fields];
  for (let round = 0; round < maxRounds; round++) {
    const { certificates, ocsps, crls } = collector.data;
    const material: ValidationMaterial = {
      certificates: [...(known.certificates ?? []), ...certificates], ocsps: [...(known.ocsps ?? []), ...ocsps], crls: [...(known.crls ?? []), ...crls],
      trust: [...trust], fields: wanted, at: now(),
    };
    const needs = await document.validationNeeds(material);
    if (needs.length === 0) return { material, unproven };
    const { isExhausted, problems } = await collector.collect(needs);
    if (!isExhausted) continue;
    if (unprovable !== 'skip') throw new EngineError('validation_unavailable', problems.join('; '));
    const hopeless = needs.map(({ field }) => field);
    unproven.push(...hopeless);
    wanted = (wanted.length > 0 ? wanted : await signedFields({ document, verified }, material)).filter((field) => !hopeless.includes(field));
    // An empty list of fields would mean all of them.
    if (wanted.length === 0) return { material: null, unproven };
  }
  throw new EngineError('validation_unavailable', 'The paths of the certificates do not end');
}

async function signedFields({ document, verified }: SignedSource, { trust = [], at }: ValidationMaterial): Promise<string[]> {
  const reports = await document.verify({ trust, at, ignoreTrust: true, ...verified });
  return reports.flatMap(({ field }) => field ?? []);
}
