import type { SignatureReport } from '@countersign/core';
import { useCallback } from 'react';
import { validateSignatures } from '#web/services/signing/verdict.service.ts';
import type { DocumentState } from './use-open-document.ts';

/** Returns a function that verifies the signatures of the open document. */
export function useVerification(opened: DocumentState): () => Promise<SignatureReport[]> {
  const [body, password] = opened.status === 'open' ? [opened.body, opened.password] : [null, undefined];
  return useCallback(() => (body ? validateSignatures(body, password) : new Promise<never>(() => undefined)), [body, password]);
}
