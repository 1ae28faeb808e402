/** Services of trusted lists (ETSI TS 119 612), as the core uses them for validation. */
import { z } from 'zod';

interface Criteria {
  assert: 'all' | 'atLeastOne' | 'none';
  policies: string[][];
  keyUsage: { bit: number; value: boolean }[][];
  purposes: string[][];
  lists: Criteria[];
  others: boolean;
}

/** Maximum nesting of criteria lists. Readers of trusted lists omit deeper ones and set `others`. */
const deepestCriteria = 8;

const criteriaOver = (lists: z.ZodType<Criteria[]>): z.ZodType<Criteria> =>
  z.object({
    assert: z.enum(['all', 'atLeastOne', 'none']),
    policies: z.array(z.array(z.string())),
    keyUsage: z.array(z.array(z.object({ bit: z.number().int(), value: z.boolean() }))),
    purposes: z.array(z.array(z.string())),
    lists,
    others: z.boolean(),
  });

// Expanded level by level, because some OpenAPI tools do not support recursive schemas.
let criteria = criteriaOver(z.array(z.never()));
for (let level = 1; level < deepestCriteria; level += 1) criteria = criteriaOver(z.array(criteria));

const qualifiers = ['qualified', 'notQualified', 'onDevice', 'notOnDevice', 'deviceAsInCertificate', 'forSignatures', 'forSeals', 'forWebSites'] as const;

export const trustService = z.object({
  territory: z.string(), provider: z.string(), name: z.string(), kind: z.enum(['caQc', 'tsaQtst', 'tsa']),
  /** DER, base64. */
  certificates: z.array(z.string()),
  /** Seconds since 1970. */
  listUntil: z.number(),
  periods: z.array(z.object({
    since: z.number(), granted: z.boolean(), takenOver: z.boolean(), uses: z.array(z.enum(['signatures', 'seals', 'webSites'])),
    rules: z.array(z.object({ qualifiers: z.array(z.enum(qualifiers)), criteria })),
  })),
});

export type TrustService = z.output<typeof trustService>;

/**
 * The key under which services are requested: the first byte of the SHA-256 of the normalized common name, as hex. One byte
 * matches thousands of names, so the request does not reveal whose signature is validated.
 */
export async function serviceKeyOf(commonName: string | null | undefined): Promise<string> {
  const words = (commonName ?? '').toLowerCase().split(/\s+/).filter(Boolean).join(' ');
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words)));
  return (hash[0] ?? 0).toString(16).padStart(2, '0');
}

interface Named {
  commonName?: string | null | undefined;
  issuerCommonName?: string | null | undefined;
}

/** The part of a signature report that names the authorities of its certificates. */
export interface NamesAuthorities {
  chain: readonly Named[];
  signer?: Named | null | undefined;
  timestamp?: { authority?: Named | null | undefined } | null | undefined;
}

const namesIn = ({ chain, signer, timestamp }: NamesAuthorities): (string | null | undefined)[] =>
  [...chain, signer, timestamp?.authority].flatMap((each) => (each ? [each.commonName, each.issuerCommonName] : []));

/** Keys of the services that may have issued the certificates of these signatures and of their time stamps. */
export async function serviceKeysFor(reports: readonly NamesAuthorities[]): Promise<string[]> {
  const keys = await Promise.all([...new Set(reports.flatMap(namesIn))].map(serviceKeyOf));
  return [...new Set(keys)].toSorted();
}

/** Maximum number of keys per request, for all issuer names of the signatures in a document. */
export const mostServiceKeys = 64;
export const serviceKeys = z.string().regex(new RegExp(`^([0-9a-f]{2}(,[0-9a-f]{2}){0,${mostServiceKeys - 1}})?$`));
