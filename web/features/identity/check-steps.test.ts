// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { IdentityCheck } from '#contract/entities/identity-check.ts';
import { nextStep } from './check-steps.ts';

const came = (kind: IdentityCheck['evidence'][number]['kind']): IdentityCheck['evidence'][number] => ({ kind, url: '', createdAt: '2026-01-01T00:00:00.000Z' });

describe('the next step of an identity check', () => {
  it('is the first missing picture, numbered among all', () => {
    const check = { status: 'capturing', requirements: ['id_card', 'selfie'], evidence: [came('id_card_front')], url: null } as const;
    expect(nextStep({ ...check, requirements: [...check.requirements], evidence: [...check.evidence] })).toEqual({ kind: 'picture', picture: 'id_card_back', number: 2, total: 3 });
  });

  it('is the third party when all pictures are taken', () => {
    expect(nextStep({ status: 'capturing', requirements: ['selfie', 'third_party'], evidence: [came('selfie')], url: 'https://check.example' })).toEqual({ kind: 'visit', url: 'https://check.example' });
  });

  it('is to wait for the decision', () => {
    expect(nextStep({ status: 'pending', requirements: ['selfie'], evidence: [], url: null })).toEqual({ kind: 'wait' });
    expect(nextStep({ status: 'capturing', requirements: ['third_party'], evidence: [], url: null })).toEqual({ kind: 'wait' });
  });
});
