import { toAppError } from '#web/services/app-error.ts';

/** Deletes something; what is gone already counts as deleted. */
export async function unlessGone(deleting: Promise<unknown>): Promise<void> {
  try {
    await deleting;
  } catch (error) {
    if (toAppError(error).code !== 'not_found') throw error;
  }
}
