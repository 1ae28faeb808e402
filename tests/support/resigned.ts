/** A signature as other programs may make it: what it states can be rewritten before it is signed. */
import { createHash } from 'node:crypto';
import { context, ecdsaValue, element, integer, octets, oid, readElements, readWhole, sequence, setOf, tags } from '#server/adapters/authority/der.ts';

interface Key {
  certificate: Uint8Array;
  sign(tbs: Uint8Array): Promise<Uint8Array>;
}

interface Rewritten {
  /** A text in the signature dictionary, and as long a one in its place. */
  replace?: [string, string];
  /** The signing-time attribute of the CMS, in seconds since 1970. */
  signingTime?: number;
}

/** Signs the last signature of a document anew, with the same certificate. */
export async function resigned(signed: Uint8Array, key: Key, { replace, signingTime }: Rewritten): Promise<Buffer> {
  const bytes = Buffer.from(signed);
  if (replace) {
    const [from, to] = replace;
    const at = bytes.lastIndexOf(from, undefined, 'latin1');
    if (at < 0 || to.length > from.length) throw new Error('Nothing to replace, or no room');
    bytes.write(to.padEnd(from.length), at, 'latin1');
  }
  const [, start = 0, first = 0, rest = 0, last = 0] = [...bytes.toString('latin1').matchAll(/\/ByteRange\s*\[(\d+) (\d+) (\d+) (\d+)/g)].at(-1)?.map(Number) ?? [];
  const digest = createHash('sha256').update(bytes.subarray(start, first)).update(bytes.subarray(rest, rest + last)).digest();
  const cms = (await signedData(key, digest, signingTime)).toString('hex');
  // Between the angle brackets.
  bytes.write(cms.padEnd(rest - first - 2, '0'), first + 1, 'latin1');
  return bytes;
}

const sha256 = sequence(oid('2.16.840.1.101.3.4.2.1'));
const data = oid('1.2.840.113549.1.7.1');
const attribute = (kind: string, value: Buffer): Buffer => sequence(oid(kind), setOf(value));

/** RFC 5652, 5.1. */
async function signedData({ certificate, sign }: Key, digest: Buffer, signingTime: number | undefined): Promise<Buffer> {
  const [tbs] = readElements(readWhole(Buffer.from(certificate)).content);
  const [, serial, , issuer] = readElements(tbs!.content);
  const time = signingTime === undefined ? [] : [attribute('1.2.840.113549.1.9.5', element(0x17, Buffer.from(`${new Date(signingTime * 1000).toISOString().slice(2, 19).replaceAll(/[-:T]/g, '')}Z`)))];
  const attributes = setOf(attribute('1.2.840.113549.1.9.3', data), attribute('1.2.840.113549.1.9.4', octets(digest)), ...time);
  const signer = sequence(
    integer(1), sequence(issuer!.whole, serial!.whole), sha256, context(0, readWhole(attributes).content), sequence(oid('1.2.840.10045.4.3.2')),
    octets(ecdsaValue(await sign(attributes))),
  );
  return sequence(oid('1.2.840.113549.1.7.2'), context(0, sequence(
    integer(1), setOf(sha256), sequence(data), context(0, Buffer.from(certificate)), element(tags.set, signer),
  )));
}
