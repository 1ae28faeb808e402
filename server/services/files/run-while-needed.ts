/** Runs work and aborts it when its result is no longer needed. */

/** Milliseconds between two looks. */
const checkIntervalMs = 1000;

interface Work<Result> {
  work(stop: AbortSignal): Promise<Result>;
  isNeeded(): Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** Returns null if the work was stopped because it is no longer wanted. A failed look does not stop it. */
export async function runWhileNeeded<Result>({ work, isNeeded, signal }: Work<Result>): Promise<Result | null> {
  const unneeded = new AbortController();
  const check = async (): Promise<void> => {
    if (!(await isNeeded())) unneeded.abort();
  };
  const timer = setInterval(() => void check().catch(() => undefined), checkIntervalMs);
  try {
    return await work(signal ? AbortSignal.any([signal, unneeded.signal]) : unneeded.signal);
  } catch (error) {
    if (unneeded.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
