import type { PdfDocument, ValidationMaterial } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import { Inquiry } from './inquiry.ts';
import type { LevelSources } from './level.ts';

/** Rounds of asking: each certificate that is found may need another one. */
const maxRounds = 12;

/** Fetches what proves the signatures, until nothing is missing. Throws `validation_unavailable` where something can't be had. */
export async function fetchMaterial(document: PdfDocument, sources: LevelSources, fields: string[], authorities: AuthorityClient, now: () => number): Promise<ValidationMaterial> {
  const inquiry = new Inquiry(authorities);
  for (let round = 0; round < maxRounds; round++) {
    const material: ValidationMaterial = { ...inquiry.answers, trust: [...(sources.trust ?? [])], fields, at: now() };
    const needs = await document.validationNeeds(material);
    if (needs.length === 0) return material;
    const { isVain, problems } = await inquiry.ask(needs);
    if (isVain) throw new EngineError('validation_unavailable', problems.join('; '));
  }
  throw new EngineError('validation_unavailable', 'The paths of the certificates do not end');
}
