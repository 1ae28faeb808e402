import { describe, expect, test } from 'vitest';
import type { SignatureReport } from '../engine.ts';
import { inWords } from './verdict-words.ts';

const report = (changed: object): SignatureReport =>
  ({ field: 'one', kind: 'signature', intact: false, acceptable: false, trusted: false, coversWholeFile: true, level: 'none', findings: [], changes: [], revocation: [], ...changed }) as never;
const finding = (code: string) => ({ code, severity: 'error', message: code, where: '' });

describe('a verdict in words', () => {
  test.each([
    ['HASH_FAILURE', 'does NOT hold: what was signed is not what stands here.'],
    ['SIG_CRYPTO_FAILURE', 'does NOT hold: the value was not made with the key of this certificate over what stands here.'],
    ['FORMAT_FAILURE', 'does NOT hold: it is not as a signature has to be.'],
  ])('says of %s that the signature does not hold', (subIndication, words) => {
    expect(inWords([report({ indication: 'failed', subIndication })])).toContain(words);
  });

  test.each([
    ['GENERIC', 'algorithm_unsupported', "CAN'T TELL: it is of a kind that can't be judged here."],
    ['GENERIC', 'signature_missing', "CAN'T TELL: there is no signature in its place."],
    ['CRYPTO_CONSTRAINTS_FAILURE_NO_POE', 'weak_digest', "CAN'T TELL: its algorithm or key no longer counts, and nothing proves an earlier time."],
    ['NO_CERTIFICATE_CHAIN_FOUND', 'untrusted_root', "CAN'T TELL: it is intact, but nobody trusted vouches for the signer."],
  ])('does not call %s, %s a failure', (subIndication, code, words) => {
    const text = inWords([report({ indication: 'indeterminate', subIndication, findings: [finding(code)] })]);
    expect(text).toContain(words);
    expect(text).not.toContain('NOT hold');
  });

  // As with --ignore-trust: the reason for the rejection is the padding.
  test('names the signature as the cause if trust was not checked', () => {
    const text = inWords([report({ intact: true, indication: 'failed', subIndication: 'FORMAT_FAILURE', findings: [finding('padding_not_zero')] })]);
    expect(text).not.toContain('vouches');
  });
});
