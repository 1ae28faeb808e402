import { useEffect, useState } from 'react';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { openPages } from '#web/services/engine/pages/pages.service.ts';
import type { DifferentPage, Revisions } from './compare-revisions.ts';
import { compareRevisions } from './compare-revisions.ts';

/** The current document, and the length in bytes of the revision to compare it with. */
export interface ComparedDocument {
  readonly body: Blob;
  readonly password: string | undefined;
  readonly revisionEnd: number;
}

export type Comparison =
  | { status: 'opening' }
  | { status: 'failed'; error: ErrorInfo }
  | { status: 'open'; revisions: Revisions; pages: number; compared: number; different: readonly DifferentPage[] };

/** Opens a revision and the current document, and finds the pages that differ. Stops on unmount. */
export function useComparison({ body, password, revisionEnd }: ComparedDocument): Comparison {
  const [comparison, setComparison] = useState<Comparison>({ status: 'opening' });
  useEffect(() => {
    let wanted = true;
    const opening = openRevisions({ body, password, revisionEnd });
    const compare = async (): Promise<void> => {
      const revisions = await opening;
      const { before, after } = revisions;
      const pages = Math.max(before.pages.length, after.pages.length);
      const different: DifferentPage[] = [];
      let compared = 0;
      if (wanted) setComparison({ status: 'open', revisions, pages, compared, different });
      for await (const found of compareRevisions(revisions)) {
        if (!wanted) return;
        compared += 1;
        if (found) different.push(found);
        setComparison({ status: 'open', revisions, pages, compared, different: [...different] });
      }
    };
    compare().catch((error: unknown) => wanted && setComparison({ status: 'failed', error: toAppError(error).toInfo() }));
    return () => {
      wanted = false;
      // If opening failed, there is nothing to close.
      void opening.then(closeRevisions, () => undefined);
    };
  }, [body, password, revisionEnd]);
  return comparison;
}

async function openRevisions({ body, password, revisionEnd }: ComparedDocument): Promise<Revisions> {
  const before = await openPages(body.slice(0, revisionEnd, body.type), password);
  try {
    return { before, after: await openPages(body, password) };
  } catch (error) {
    await before.close();
    throw error;
  }
}

const closeRevisions = ({ before, after }: Revisions): Promise<unknown> => Promise.all([before.close(), after.close()]);
