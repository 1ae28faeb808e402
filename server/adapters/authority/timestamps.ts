/**
 * The installation's own time-stamp authority (RFC 3161): attests that a hash existed at a time, with a key that
 * has no other use.
 */
import { createHash, randomBytes } from 'node:crypto';
import { context, element, generalizedTime, integer, octets, oid, readElements, readWhole, sequence, setOf, tags, utf8, type Element } from './der.ts';
import type { Signer } from './signer.ts';

const ids = {
  sha256: '2.16.840.1.101.3.4.2.1', ecdsaWithSha256: '1.2.840.10045.4.3.2', signedData: '1.2.840.113549.1.7.2', tstInfo: '1.2.840.113549.1.9.16.1.4',
  contentType: '1.2.840.113549.1.9.3', messageDigest: '1.2.840.113549.1.9.4', signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  /** An OID based on a UUID, which needs no registration (ITU-T X.667). */
  policy: '2.25.258147301847562930184756293018475629301',
} as const;

/** Accepted hash algorithms, with the length of their hashes in bytes. */
const hashes: ReadonlyMap<string, number> = new Map([[ids.sha256, 32], ['2.16.840.1.101.3.4.2.2', 48], ['2.16.840.1.101.3.4.2.3', 64]].map(([id, length]) => [oid(String(id)).toString('hex'), Number(length)]));

/** Bit numbers of PKIFailureInfo (RFC 3161, 2.4.2). */
const failures = { badAlg: 0, badRequest: 2, badDataFormat: 5, unacceptedPolicy: 15, unacceptedExtension: 16 } as const;
type Failure = keyof typeof failures;

interface StampRequest {
  imprint: Buffer;
  nonce: Buffer | null;
  wantsCertificate: boolean;
}

class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure);
    this.failure = failure;
  }
}

export interface TimestampAuthority {
  /** Returns the response to a query, both DER. A query that can't be granted gets a rejection with the reason. */
  answer(query: Buffer, now?: Date): Promise<Buffer>;
}

export function createTimestampAuthority(signer: () => Signer, chain: () => readonly Buffer[]): TimestampAuthority {
  async function answer(query: Buffer, now = new Date()): Promise<Buffer> {
    try {
      const request = readRequest(query);
      return sequence(sequence(integer(0)), await tokenFor(request, signer(), chain(), now));
    } catch (error) {
      if (!(error instanceof Refusal) && !(error instanceof RangeError)) throw error;
      const failure = error instanceof Refusal ? error.failure : 'badDataFormat';
      return sequence(sequence(integer(2), sequence(utf8(failure)), failureBits(failures[failure])));
    }
  }
  return { answer };
}

function readRequest(query: Buffer): StampRequest {
  const outer = readWhole(query);
  if (outer.tag !== tags.sequence) throw new Refusal('badDataFormat');
  const [version, imprint, ...rest] = readElements(outer.content);
  if (version?.tag !== tags.integer || imprint?.tag !== tags.sequence || !version.content.equals(Buffer.from([1]))) throw new Refusal('badRequest');
  assertHash(imprint);
  let nonce: Buffer | null = null;
  let wantsCertificate = false;
  for (const { tag, content, whole } of rest) {
    if (tag === tags.oid && !whole.equals(oid(ids.policy))) throw new Refusal('unacceptedPolicy');
    else if (tag === tags.integer) nonce = whole;
    else if (tag === tags.boolean) wantsCertificate = content[0] !== 0;
    else if (tag === 0xa0) throw new Refusal('unacceptedExtension');
    else if (tag !== tags.oid) throw new Refusal('badRequest');
  }
  return { imprint: imprint.whole, nonce, wantsCertificate };
}

function assertHash(imprint: Element): void {
  const [algorithm, hash] = readElements(imprint.content);
  const [id] = algorithm?.tag === tags.sequence ? readElements(algorithm.content) : [];
  const length = hashes.get(id?.whole.toString('hex') ?? '');
  if (length === undefined) throw new Refusal('badAlg');
  if (hash?.tag !== tags.octets || hash.content.length !== length) throw new Refusal('badDataFormat');
}

async function tokenFor({ imprint, nonce, wantsCertificate }: StampRequest, signer: Signer, chain: readonly Buffer[], now: Date): Promise<Buffer> {
  const info = sequence(
    integer(1), oid(ids.policy), imprint, integer(randomBytes(16)), generalizedTime(now),
    // Accuracy: one second.
    sequence(integer(1)), ...(nonce === null ? [] : [nonce]),
  );
  const attributes = [
    sequence(oid(ids.contentType), setOf(oid(ids.tstInfo))),
    sequence(oid(ids.messageDigest), setOf(octets(createHash('sha256').update(info).digest()))),
    sequence(oid(ids.signingCertificateV2), setOf(sequence(sequence(sequence(octets(createHash('sha256').update(signer.certificate).digest())))))),
  ];
  // The signature covers the attributes encoded as a SET; the structure contains them as [0] (RFC 5652, 5.4).
  const signed = setOf(...attributes);
  const algorithm = sequence(oid(ids.sha256));
  const info1 = sequence(
    integer(1), sequence(signer.issuerName, signer.serialNumber), algorithm, element(0xa0, readWhole(signed).content),
    sequence(oid(ids.ecdsaWithSha256)), octets(await signer.sign(signed)),
  );
  const certificates = wantsCertificate ? [context(0, ...[signer.certificate, ...chain].toSorted(Buffer.compare))] : [];
  return sequence(oid(ids.signedData), context(0, sequence(
    integer(3), setOf(algorithm), sequence(oid(ids.tstInfo), context(0, octets(info))), ...certificates, setOf(info1),
  )));
}

function failureBits(bit: number): Buffer {
  const bytes = Buffer.alloc(Math.floor(bit / 8) + 1);
  bytes[bytes.length - 1] = 0x80 >> bit % 8;
  return element(tags.bitString, Buffer.from([7 - (bit % 8)]), bytes);
}
