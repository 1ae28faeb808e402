/** Stops work whose result nobody wants any more. */

/** Milliseconds between two looks. */
const lookEvery = 1000;

interface Work<Result> {
  work(stop: AbortSignal): Promise<Result>;
  isWanted(): Promise<boolean>;
  signal?: AbortSignal | undefined;
}

/** Returns null if the work was stopped because it is no longer wanted. A failed look does not stop it. */
export async function whileWanted<Result>({ work, isWanted, signal }: Work<Result>): Promise<Result | null> {
  const unwanted = new AbortController();
  const look = async (): Promise<void> => {
    if (!(await isWanted())) unwanted.abort();
  };
  const timer = setInterval(() => void look().catch(() => undefined), lookEvery);
  try {
    return await work(signal ? AbortSignal.any([signal, unwanted.signal]) : unwanted.signal);
  } catch (error) {
    if (unwanted.signal.aborted) return null;
    throw error;
  } finally {
    clearInterval(timer);
  }
}
