// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { signerName, timeProof, verdictOf, worstOf } from './verdict.ts';

const good = { intact: true, coversWholeFile: true, trusted: true, acceptable: true, changes: [], findings: [] };
const found = (code: string, severity: 'error' | 'warning' = 'error') => ({ trusted: false, acceptable: false, findings: [{ code, severity, message: '', where: '' }] });
const forbidden = {
  kind: 'content' as const,
  severity: 'forbidden' as const,
  object: '12 0 R',
  field: null,
  page: 1,
  message: 'The page was changed',
};

describe('verdicts', () => {
  it.each([
    [good, 'whole', 'success'],
    [{ ...good, coversWholeFile: false }, 'continued', 'success'],
    [{ ...good, trusted: false, acceptable: false }, 'unknownSigner', 'attention'],
    [{ ...good, intact: false }, 'broken', 'negative'],
    [{ ...good, ...found('certificate_revoked') }, 'revoked', 'negative'],
    [{ ...good, ...found('authority_revoked') }, 'revoked', 'negative'],
    [{ ...good, ...found('certificate_expired') }, 'outOfTime', 'negative'],
    [{ ...good, ...found('untrusted_root') }, 'unknownSigner', 'attention'],
    [{ ...good, findings: found('certificate_expired', 'warning').findings }, 'whole', 'success'],
    [{ ...good, ...found('certificate_revoked'), changes: [forbidden] }, 'changed', 'negative'],
    [{ ...good, changes: [forbidden], acceptable: false }, 'changed', 'negative'],
    [{ ...good, changes: [{ ...forbidden, severity: 'suspicious' }], acceptable: false }, 'changed', 'negative'],
    [{ ...good, acceptable: false }, 'unacceptable', 'negative'],
  ] as const)('%#: %s', (report, key, meaning) => {
    expect(verdictOf(report as never)).toEqual({ key, meaning });
  });

  it.each([
    [undefined, 'claimedTime'],
    [{ intact: true, trusted: true }, 'stamped'],
    [{ intact: true, trusted: false }, 'stampedUnknown'],
    [{ intact: false, trusted: true }, 'stampedUnknown'],
  ] as const)('%#: believes a time only of whom it trusts', (timestamp, proof) => {
    expect(timeProof({ timestamp } as never)).toBe(proof);
  });

  it('is as good as the worst signature', () => {
    expect(worstOf([good, { ...good, intact: false }])).toBe('negative');
    expect(worstOf([good])).toBe('success');
    expect(worstOf([])).toBeNull();
  });

  it('believes the certificate before the document', () => {
    expect(signerName({ signer: { commonName: 'Ada Byron' }, name: 'Bob' } as never)).toBe('Ada Byron');
    expect(signerName({ signer: null, name: 'Bob' } as never)).toBe('Bob');
  });
});
