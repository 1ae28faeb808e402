import { createContext, useCallback, useContext } from 'react';
import { useSelector, useStore } from 'react-redux';
import { mayUse, type Feature, type PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { selectFields, type EditorRoot } from './editor.selectors.ts';

/** Plan features for the document; null if unknown or not restricted. */
export const PlanContext = createContext<PlanFlags | null>(null);

const includesFor = (plan: PlanFlags | null, state: EditorRoot, feature: Feature): boolean =>
  mayUse(feature, plan, { fields: selectFields(state) });

/** Whether a feature can be used: included in the plan, or already used in the document. */
export function useIncluded(feature: Feature): boolean {
  const plan = useContext(PlanContext);
  return useSelector((state: EditorRoot) => includesFor(plan, state, feature));
}

/** As `useIncluded`, evaluated at call time, for fields that are added automatically. */
export function useIncludes(plan: PlanFlags | null): (feature: Feature) => boolean {
  const store = useStore<EditorRoot>();
  return useCallback((feature) => includesFor(plan, store.getState(), feature), [plan, store]);
}
