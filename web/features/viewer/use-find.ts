import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { timing } from '#contract/limits/timing.ts';
import type { Rect } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { SearchMatch } from '#web/services/engine/pages/pages.types.ts';

/** One match of the search. */
export interface Hit {
  readonly page: number;
  readonly places: readonly Rect[];
}

export interface Find {
  readonly words: string;
  readonly search: (words: string) => void;
  readonly hits: readonly Hit[];
  readonly current: Hit | null;
  /** Whether the search is running. */
  readonly running: boolean;
  readonly step: (direction: 1 | -1) => void;
}

interface Findings {
  readonly hits: readonly Hit[];
  readonly running: boolean;
}

const nothing: Findings = { hits: [], running: false };
const none: readonly Hit[] = [];

/** Yields all page numbers, starting with the current one. */
export function* pagesFrom(first: number, total: number): Generator<number> {
  for (let step = 0; step < total; step += 1) yield ((first - 1 + step) % total) + 1;
}

/** Returns the next match in document order, with wrap-around. */
export function nextHit(hits: readonly Hit[], current: Hit | null, direction: 1 | -1): Hit | null {
  const at = current ? hits.indexOf(current) : -1;
  if (at === -1) return hits.at(direction === 1 ? 0 : -1) ?? null;
  return hits[(at + direction + hits.length) % hits.length] ?? null;
}

/** Searches page by page and shows matches while the search is running. */
export function useFind(set: PageSet, page: number, show: (hit: Hit) => void): Find {
  const [words, search] = useState('');
  const [current, setCurrent] = useState<Hit | null>(null);
  const here = useRef({ page, show });
  here.current = { page, show };
  const go = useCallback((hit: Hit | null): void => {
    setCurrent(hit);
    if (hit) here.current.show(hit);
  }, []);
  const { hits, running } = useFindings(set, words, here, go);
  const step = (direction: 1 | -1): void => go(nextHit(hits, current, direction));
  return { words, search, hits, current, running, step };
}

/** A page that can't be read counts as without matches; the search continues. */
async function foundOn(set: PageSet, page: number, words: string): Promise<SearchMatch[]> {
  try {
    return await set.find(page, words);
  } catch (error) {
    console.info('A page could not be searched', page, error);
    return [];
  }
}

function useFindings(set: PageSet, words: string, here: { readonly current: { page: number } }, onFirst: (hit: Hit | null) => void): Findings {
  const [findings, setFindings] = useState<Findings>(nothing);
  useEffect(() => {
    setFindings(nothing);
    onFirst(null);
    if (words.trim() === '') return undefined;
    let wanted = true;
    const run = async (): Promise<void> => {
      const hits: Hit[] = [];
      for (const page of pagesFrom(here.current.page, set.pages.length)) {
        const found = await foundOn(set, page, words);
        if (!wanted) return;
        if (found.length === 0) continue;
        hits.push(...found.map((places) => ({ page, places })));
        if (hits.length === found.length) onFirst(hits[0] ?? null);
        const sorted = hits.toSorted((a, b) => a.page - b.page);
        startTransition(() => setFindings({ hits: sorted, running: true }));
      }
      startTransition(() => setFindings((old) => ({ ...old, running: false })));
    };
    const timer = setTimeout(() => {
      setFindings({ hits: none, running: true });
      run().catch((error: unknown) => {
        console.warn('The document could not be searched', error);
        if (wanted) setFindings(nothing);
      });
    }, timing.inputDebounce);
    return () => {
      wanted = false;
      clearTimeout(timer);
    };
  }, [set, words, here, onFirst]);
  return findings;
}

/** Returns the matches of a page, as a stable array while they are unchanged. */
export function useHitsByPage(hits: readonly Hit[]): (page: number) => readonly Hit[] {
  const groups = useMemo(() => {
    const byPage = new Map<number, Hit[]>();
    for (const hit of hits) byPage.set(hit.page, [...(byPage.get(hit.page) ?? []), hit]);
    return byPage;
  }, [hits]);
  return (page) => groups.get(page) ?? none;
}
