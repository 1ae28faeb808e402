import type { SignatureReport } from '@countersign/core';
import { useCallback } from 'react';
import { call } from '#web/services/api/call.ts';
import { fromBase64 } from '#web/services/signing/base64.ts';
import { validateBeside, validateSignatures } from '#web/services/signing/verdict.service.ts';
import type { DocumentState } from './use-open-document.ts';

/**
 * Returns a function that verifies the signatures of the open document: those in a PDF, or those beside a page. `signatures`: how many
 * a page has, since it does not change with another one.
 */
export function useVerification(opened: DocumentState, fileId: string | undefined, signatures = 0): () => Promise<SignatureReport[]> {
  const [body, password] = opened.status === 'open' ? [opened.body, opened.password] : [null, undefined];
  const page = opened.status === 'page' ? opened.body : null;
  return useCallback(() => {
    if (page && fileId) return signatures > 0 ? validatePage(page, fileId) : Promise.resolve([]);
    return body ? validateSignatures(body, password) : new Promise<never>(() => undefined);
  }, [body, password, page, fileId, signatures]);
}

async function validatePage(page: Blob, id: string): Promise<SignatureReport[]> {
  const { signatures } = await call('files.signatures', { params: { id } });
  return validateBeside(page, signatures.map(({ cms }) => fromBase64(cms)));
}
