// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { signerName, stampsIn, timeProof, untrustedSigners, verdictOf, worstOf } from './verdict.ts';

const good = { indication: 'passed', subIndication: null, intact: true, coversWholeFile: true, trusted: true, acceptable: true, changes: [], changesOmitted: 0, findings: [] };
const found = (code: string, severity: 'error' | 'warning' = 'error') => ({ trusted: false, acceptable: false, findings: [{ code, severity, message: '', where: '' }] });
const failed = (subIndication: string) => ({ indication: 'failed', subIndication, acceptable: false });
const open = (subIndication: string) => ({ indication: 'indeterminate', subIndication, acceptable: false });
const forbidden = {
  kind: 'content' as const,
  severity: 'forbidden' as const,
  object: '12 0 R',
  field: null,
  page: 1,
  message: 'The page was changed',
};

describe('verdicts', () => {
  it('names the recipients whose signature is not trusted', () => {
    const people = ['a', 'b', 'c', 'd'].map((letter) => ({ id: letter.repeat(24) }));
    const fieldOf = (at: number) => `signature-${people[at]?.id}`;
    const reports = [{ ...good, field: fieldOf(0) }, { ...good, trusted: false, acceptable: false, field: fieldOf(1) }, { ...good, ...failed('HASH_FAILURE'), intact: false, field: fieldOf(2) }, { ...good, trusted: false, field: null }];
    expect([...untrustedSigners(reports as never, { fields: [], recipients: people, signatures: [] })]).toEqual([people[1]?.id, people[2]?.id]);
  });

  it('knows whose signature is in a field that the document already had', () => {
    const [ada, bo] = [{ id: 'a'.repeat(24), email: 'ada@example.org' }, { id: 'b'.repeat(24), email: 'bo@example.org' }];
    const at = (id: string, email: string, value: { signatureId: string } | null) =>
      createField({ id, type: 'signature', page: 1, rect: { x: 5, y: 5, width: 20, height: 4 }, recipient: { email }, pdfFieldId: id, fieldName: `Name of ${id}`, value });
    const fields = [at('earlier', ada.email, { signatureId: 'earlier' }), at('7R', ada.email, { signatureId: 'of ada' }), at('9R', bo.email, null)];
    const untrusted = (field: string) => [...untrustedSigners([{ ...good, trusted: false, acceptable: false, field }] as never, { fields, recipients: [ada, bo], signatures: [{ id: 'of ada' }] })];
    expect(['earlier', '7R', '9R'].map((id) => untrusted(`Name of ${id}`))).toEqual([[], [ada.id], [bo.id]]);
  });

  it('does not count a seal as a signature of somebody else', () => {
    const stamps = stampsIn([{ kind: 'signature', field: 'Grace' }, { kind: 'documentTimestamp', field: 'Time stamp 1' }]);
    const change = (kind: string, field: string | null) => ({ ...forbidden, kind, field, severity: 'allowed' });
    const after = (...changes: object[]) => verdictOf({ ...good, coversWholeFile: false, changes } as never, stamps).key;
    const seal = [change('dss', null), change('fieldAdded', 'Time stamp 1'), change('signatureAdded', 'Time stamp 1')];
    expect(after(...seal)).toBe('sealed');
    expect(after(...seal, change('signatureAdded', 'Ada'))).toBe('continued');
    expect(after(...seal, change('fieldFilled', null))).toBe('continued');
    expect(after()).toBe('continued');
    // The omitted changes are unknown.
    expect(verdictOf({ ...good, coversWholeFile: false, changes: seal, changesOmitted: 1 } as never, stamps).key).toBe('continued');
  });

  it.each([
    [good, 'whole', 'success'],
    [{ ...good, coversWholeFile: false }, 'continued', 'success'],
    [{ ...good, trusted: false, acceptable: false }, 'unknownSigner', 'attention'],
    [{ ...good, ...failed('HASH_FAILURE'), intact: false }, 'broken', 'negative'],
    [{ ...good, ...failed('SIG_CRYPTO_FAILURE'), intact: false }, 'broken', 'negative'],
    [{ ...good, ...failed('FORMAT_FAILURE'), intact: false }, 'unacceptable', 'negative'],
    [{ ...good, ...found('algorithm_unsupported'), ...open('GENERIC'), intact: false }, 'unverifiable', 'attention'],
    [{ ...good, ...found('signature_missing'), ...open('GENERIC'), intact: false }, 'empty', 'attention'],
    [{ ...good, ...found('weak_digest'), ...open('CRYPTO_CONSTRAINTS_FAILURE_NO_POE') }, 'weak', 'attention'],
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
  ] as const)('%#: trusts only times of trusted authorities', (timestamp, proof) => {
    expect(timeProof({ timestamp } as never)).toBe(proof);
  });

  it('is as good as the worst signature', () => {
    expect(worstOf([good, { ...good, ...failed('HASH_FAILURE'), intact: false }] as never)).toBe('negative');
    expect(worstOf([good] as never)).toBe('success');
    expect(worstOf([good, { ...good, ...open('GENERIC'), intact: false }] as never)).toBe('attention');
    expect(worstOf([])).toBeNull();
  });

  it('takes the signer’s name from the certificate before the document', () => {
    expect(signerName({ signer: { commonName: 'Ada Byron' }, name: 'Bob' } as never)).toBe('Ada Byron');
    expect(signerName({ signer: null, name: 'Bob' } as never)).toBe('Bob');
  });
});
