/** The steps in their order: all documents are loaded, then each of them takes the others. */
const steps = ['loading', 'enrolling', 'preparing', 'signing', 'timestamp', 'sending'] as const;

/** Progress of signing, as shown to people. */
export interface SignProgress {
  readonly step: (typeof steps)[number];
  readonly number: number;
  readonly total: number;
  /** How much of the step is done, from 0 to 1, where that is known. */
  readonly share?: number;
}

/** How the dialog follows a signing. */
export interface SignRun {
  readonly onProgress: (progress: SignProgress) => void;
  /** Cancels the signing as long as documents are loading: before anything is signed. */
  readonly signal: AbortSignal;
  /** Awaited before a key that isn't in this browser signs again, because others signed the same version first. */
  readonly onSignAgain: () => Promise<void>;
}

const LOADING = 1 / steps.length;

/** How much of the signing is done, from 0 to 1. */
function shareOf({ step, number, total, share = 0.5 }: SignProgress): number {
  if (step === 'loading') return (LOADING * (number - 1 + share)) / total;
  const ofDocument = (steps.indexOf(step) - 1 + share) / (steps.length - 1);
  return LOADING + ((1 - LOADING) * (number - 1 + ofDocument)) / total;
}

export interface ShownProgress extends SignProgress {
  /** From 0 to 1. It never shrinks: what is done again after a refusal has been shown before. */
  readonly whole: number;
}

export const shownAfter = (before: ShownProgress | null, next: SignProgress): ShownProgress => ({ ...next, whole: Math.max(before?.whole ?? 0, shareOf(next)) });
