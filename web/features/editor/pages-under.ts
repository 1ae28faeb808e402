import { createContext, useContext, useEffect, useRef } from 'react';
import type { RefObject } from 'react';
import { useSelector } from 'react-redux';
import type { PageRule } from '#web/services/engine/pages/page-rules.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import type { EditorRoot } from './editor.selectors.ts';
import { selectFieldsOnPage, selectSelection } from './editor.selectors.ts';

/** What the editor needs from the pages below its fields. */
type PagesUnder = Pick<PageSet, 'pages' | 'rules'>;

/** Null until the document is open. */
export const PagesContext = createContext<PagesUnder | null>(null);

const none: readonly PageRule[] = [];

/** Returns the ruled lines of a page for snapping. They are detected once a field on the page is selected, which precedes every drag. */
export function useRulesOf(page: number): RefObject<readonly PageRule[]> {
  const pages = useContext(PagesContext);
  const isWorkedOn = useSelector((root: EditorRoot) => {
    const selection = selectSelection(root);
    return selection.length > 0 && selectFieldsOnPage(root, page).some(({ id }) => selection.includes(id));
  });
  const rules = useRef(none);
  useEffect(() => {
    if (!pages || !isWorkedOn) return undefined;
    let wanted = true;
    void pages.rules(page).then((found) => {
      if (wanted) rules.current = found;
    });
    return () => {
      wanted = false;
      rules.current = none;
    };
  }, [pages, page, isWorkedOn]);
  return rules;
}
