import { javaOpinion } from './java.ts';
import { opinion, type ComparedOpinion, type Opinion, type SignatureFacts } from './verdicts.ts';

/** Algorithms that DSS's default policy (`constraint.xml`, version 6) refuses from a date on, and keys that it refuses below a size. */
const digestEnds = new Map([['MD5', '2004-08-01'], ['SHA1', '2012-08-01'], ['RIPEMD160', '2014-08-01']]);
const digests = /^(MD5|SHA1|SHA224|SHA256|SHA384|SHA512|SHA3-(256|384|512)|RIPEMD160)$/;
const keyEnds: Record<string, [below: number, end: string][]> = {
  RSA: [[1024, '2010-08-01'], [1900, '2019-10-01']],
  DSA: [[1900, '2015-12-01']],
  EC: [[224, '2012-08-01'], [256, '2021-10-01']],
};

/**
 * EU DSS by its documented rules: the digests and values as the judge in Java found them, its default cryptographic policy at the time
 * that a time stamp proves, else now, and nothing undefined among the later changes. These it only warns of; here a warning is no
 * acceptance, so that altered files can't count as honest.
 */
export function dssOpinion(facts: SignatureFacts[] | string, compared: ComparedOpinion, now: number): Opinion {
  const java = javaOpinion(facts);
  if (!java.accepts || typeof facts === 'string') return java;
  const problems = facts.flatMap((signature) => weaknesses(signature, now));
  return opinion(changesAllowed(facts, compared) ? problems : [...problems, 'changed later']);
}

/** With one signature over the whole file nothing came later; otherwise the comparison is pyHanko's, and silence is no consent. */
function changesAllowed(facts: SignatureFacts[], { laterChangesAllowed }: ComparedOpinion): boolean {
  if (laterChangesAllowed === undefined) return facts.every(({ coversWholeFile }) => coversWholeFile);
  return laterChangesAllowed;
}

function weaknesses({ digest, key, bits, provenTime }: SignatureFacts, now: number): string[] {
  const at = provenTime || now;
  const name = digest.replace(/^SHA-(?=\d{1,3}$)/, 'SHA');
  const algorithm = key === 'ECDSA' ? 'EC' : key;
  const past = (end: string | undefined) => end !== undefined && at >= Date.parse(end) / 1000;
  const keyEnd = keyEnds[algorithm]?.find(([below]) => bits < below)?.[1];
  return [
    ...(digests.test(name) ? [] : [`digest ${digest} is not in the policy`]),
    ...(past(digestEnds.get(name)) ? [`${digest} after ${digestEnds.get(name)}`] : []),
    ...(algorithm in keyEnds ? [] : [`${key} is not in the policy`]),
    ...(past(keyEnd) ? [`${key} of ${bits} bits after ${keyEnd}`] : []),
  ];
}
