import { createContext, useCallback, useContext } from 'react';
import { useSelector, useStore } from 'react-redux';
import { mayUse, type Feature, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { selectFields, type EditorRoot } from './editor.selectors.ts';

/** What the plan holds that counts for the document; null where that is not known, or nobody's to say. */
export const PlanContext = createContext<PlanFlags | null>(null);

const includesFor = (plan: PlanFlags | null, state: EditorRoot, feature: Feature): boolean =>
  mayUse(feature, plan, { fields: selectFields(state) });

/** Whether such fields may be placed: by the plan, or because the document has some already. */
export function useIncluded(feature: Feature): boolean {
  const plan = useContext(PlanContext);
  return useSelector((state: EditorRoot) => includesFor(plan, state, feature));
}

/** The same at the moment it is asked, for what comes by itself. */
export function useIncludes(plan: PlanFlags | null): (feature: Feature) => boolean {
  const store = useStore<EditorRoot>();
  return useCallback((feature) => includesFor(plan, store.getState(), feature), [plan, store]);
}
