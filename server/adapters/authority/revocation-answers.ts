/**
 * OCSP responder (RFC 6960) for the certificates of this installation. Responses are signed by the issuing
 * authority.
 */
import { createHash } from 'node:crypto';
import { bits, context, element, generalizedTime, oid, octets, readElements, readWhole, sequence, tags } from './der.ts';
import type { Signer } from './signer.ts';

const ids = { basic: '1.3.6.1.5.5.7.48.1.1', nonce: '1.3.6.1.5.5.7.48.1.2', ecdsaWithSha256: '1.2.840.10045.4.3.2', sha1: '1.3.14.3.2.26', sha256: '2.16.840.1.101.3.4.2.1' } as const;

/** OCSPResponseStatus (RFC 6960, 4.2.1). */
const statuses = { successful: 0, malformedRequest: 1, unauthorized: 6 } as const;

export interface Revocation {
  at: Date;
  /** CRLReason (RFC 5280, 5.3.1). */
  reason: number;
}

/** Null: good. Undefined: not issued here. */
export type LookUp = (serial: string) => Promise<Revocation | null | undefined>;

/** Milliseconds that a response is valid; validators often ask for many certificates at once. */
const life = 60 * 60 * 1000;
/** Larger requests aren't legitimate and are refused. */
const most = 20;

export async function answerRevocation(request: Buffer, issuers: readonly Signer[], lookUp: LookUp, now = new Date()): Promise<Buffer> {
  let parsed: { list: CertificateId[]; nonce: Buffer | null };
  try {
    parsed = readRequest(request);
  } catch (error) {
    if (error instanceof RangeError) return failed('malformedRequest');
    throw error;
  }
  const issuer = issuers.find((each) => parsed.list.every((id) => isOf(id, each)));
  if (!issuer || parsed.list.length === 0 || parsed.list.length > most) return failed('unauthorized');
  const answers: Buffer[] = [];
  for (const id of parsed.list) answers.push(answerFor(id, await lookUp(id.serial), now));
  const extensions = parsed.nonce === null ? [] : [context(1, sequence(sequence(oid(ids.nonce), octets(parsed.nonce))))];
  const data = sequence(context(2, octets(createHash('sha1').update(issuer.keyBits).digest())), generalizedTime(now), sequence(...answers), ...extensions);
  const basic = sequence(data, sequence(oid(ids.ecdsaWithSha256)), bits(await issuer.sign(data)), context(0, sequence(issuer.certificate)));
  return sequence(element(tags.enumerated, Buffer.from([statuses.successful])), context(0, sequence(oid(ids.basic), octets(basic))));
}

/** Whether the response covers certificates of ours; an error response consists of a status only. */
export const isAnswered = (answer: Buffer): boolean => readElements(readWhole(answer).content).length > 1;

const failed = (status: keyof typeof statuses): Buffer => sequence(element(tags.enumerated, Buffer.from([statuses[status]])));

interface CertificateId {
  whole: Buffer;
  algorithm: 'sha1' | 'sha256' | null;
  nameHash: Buffer;
  keyHash: Buffer;
  /** Hexadecimal, in the form in which the authority stores serial numbers. */
  serial: string;
}

function readRequest(request: Buffer): { list: CertificateId[]; nonce: Buffer | null } {
  const [tbs] = readElements(readWhole(request).content);
  const parts = readElements(tbs?.content ?? Buffer.alloc(0));
  const list = parts.find(({ tag }) => tag === tags.sequence);
  const extensions = parts.find(({ tag }) => tag === 0xa2);
  if (!list) throw new RangeError('Nothing is asked for');
  return { list: readElements(list.content).map(({ content }) => readId(readElements(content)[0]?.whole ?? Buffer.alloc(0))), nonce: extensions ? nonceIn(extensions.content) : null };
}

function readId(whole: Buffer): CertificateId {
  const [algorithm, nameHash, keyHash, serial] = readElements(readWhole(whole).content);
  const [id] = readElements(algorithm?.content ?? Buffer.alloc(0));
  if (!id || !nameHash || !keyHash || serial?.tag !== tags.integer) throw new RangeError('No certificate is named');
  const known = id.whole.equals(oid(ids.sha1)) ? 'sha1' : id.whole.equals(oid(ids.sha256)) ? 'sha256' : null;
  return { whole, algorithm: known, nameHash: nameHash.content, keyHash: keyHash.content, serial: serial.content.toString('hex').replace(/^00(?=[89a-f])/, '') };
}

/** Returns the nonce exactly as received: the client compares the bytes. */
function nonceIn(extensions: Buffer): Buffer | null {
  const [list] = readElements(extensions);
  for (const { content } of readElements(list?.content ?? Buffer.alloc(0))) {
    const [id, ...rest] = readElements(content);
    if (id?.whole.equals(oid(ids.nonce))) return rest.at(-1)?.content ?? null;
  }
  return null;
}

function isOf({ algorithm, nameHash, keyHash }: CertificateId, issuer: Signer): boolean {
  if (algorithm === null) return false;
  const hash = (bytes: Buffer): Buffer => createHash(algorithm).update(bytes).digest();
  return nameHash.equals(hash(issuer.subjectName)) && keyHash.equals(hash(issuer.keyBits));
}

function answerFor({ whole }: CertificateId, state: Revocation | null | undefined, now: Date): Buffer {
  const status = state === null ? element(0x80) : state === undefined ? element(0x82)
    : element(0xa1, generalizedTime(state.at), context(0, element(tags.enumerated, Buffer.from([state.reason]))));
  return sequence(whole, status, generalizedTime(now), context(0, generalizedTime(new Date(now.getTime() + life))));
}
