import { popplerSignatures } from '../../tests/support/judges.ts';
import { opinion, type Opinion } from './verdicts.ts';

/** Poppler's opinion of a file: digests and values only. */
export function popplerOpinion(path: string): Opinion {
  const signatures = popplerSignatures(path);
  if (signatures.length === 0) return opinion(['no signature']);
  return opinion(signatures.map(({ validation }) => validation).filter((validation) => validation !== 'Signature is Valid.'));
}
