import type { PdfDocument, ValidationMaterial, ValidationNeed } from '../engine.ts';
import { EngineError } from '../errors.ts';
import type { AuthorityClient } from './authority-client.ts';
import type { LevelSources } from './level.ts';

/** Rounds of asking: each certificate that is found may need another one. */
const maxRounds = 12;

/** Fetches what proves the signatures, until nothing is missing. Throws `validation_unavailable` where something can't be had. */
export async function fetchMaterial(document: PdfDocument, sources: LevelSources, fields: string[], authorities: AuthorityClient, now: () => number): Promise<ValidationMaterial> {
  const [certificates, ocsps, crls]: Uint8Array[][] = [[], [], []];
  const asked = new Set<string>();
  for (let round = 0; round < maxRounds; round++) {
    const material: ValidationMaterial = { certificates, ocsps, crls, trust: [...(sources.trust ?? [])], fields, at: now() };
    const needs = await document.validationNeeds(material);
    if (needs.length === 0) return material;
    const found = await Promise.all(needs.map((need) => answer(need, authorities, asked)));
    for (const one of found) {
      certificates?.push(...one.certificates);
      ocsps?.push(...one.ocsps);
      crls?.push(...one.crls);
    }
    // One list can answer several needs: only a round that brings nothing is the last.
    const isVain = found.every((one) => one.certificates.length + one.ocsps.length + one.crls.length === 0);
    if (isVain) throw new EngineError('validation_unavailable', found.map(({ problem }) => problem).join('; '));
  }
  throw new EngineError('validation_unavailable', 'The paths of the certificates do not end');
}

interface Found {
  certificates: Uint8Array[];
  ocsps: Uint8Array[];
  crls: Uint8Array[];
  /** What is said where nothing was found. */
  problem: string;
}

/** The first answer to a need that nobody gave yet: responders before lists, which are larger. */
async function answer(need: ValidationNeed, authorities: AuthorityClient, asked: Set<string>): Promise<Found> {
  const request = need.ocspRequest;
  const ways = [
    ...need.issuerUrls.map((url) => ({ key: url, kind: 'certificates' as const, ask: () => authorities.download(url) })),
    ...(request ? need.ocspUrls.map((url) => ({ key: `${url} ${need.subject} ${hexOf(request)}`, kind: 'ocsps' as const, ask: () => authorities.ocsp(url, request) })) : []),
    ...need.crlUrls.map((url) => ({ key: url, kind: 'crls' as const, ask: () => authorities.download(url) })),
  ];
  const what = request ? 'whether it was revoked' : 'its issuer';
  const found: Found = { certificates: [], ocsps: [], crls: [], problem: `Nobody tells of the certificate of ${need.subject} ${what}` };
  for (const way of ways) {
    if (asked.has(way.key)) continue;
    asked.add(way.key);
    try {
      found[way.kind].push(await way.ask());
      return found;
    } catch (error) {
      if (!(error instanceof EngineError) || error.code !== 'validation_unavailable') throw error;
      found.problem = error.message;
    }
  }
  return found;
}

function hexOf(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
