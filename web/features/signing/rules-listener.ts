import type { Field } from '#contract/entities/field.ts';
import { haveRules } from '#contract/entities/rule-fields.ts';
import { startListening } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { outcomesOf } from './rule-outcomes.ts';
import type { SigningRoot } from './signing.selectors.ts';
import { selectSigningFiles } from './signing.selectors.ts';
import type { SigningFile } from './signing.slice.ts';
import { signingActions } from './signing.slice.ts';

/** Evaluates the rules of the files again when a value has changed. Returns a function that stops it. */
export function startRulesListener(): () => void {
  const evaluated = new WeakMap<readonly Field[], true>();
  const isDue = ({ fields }: SigningFile): boolean => haveRules(fields) && !evaluated.has(fields);
  return startListening({
    predicate: (action, state) => action.type.startsWith('signing/') && selectSigningFiles(state as SigningRoot).some(isDue),
    effect: async (_, api) => {
      api.cancelActiveListeners();
      for (const { id, fields } of selectSigningFiles(api.getState() as SigningRoot).filter(isDue)) {
        try {
          const outcomes = await api.pause(outcomesOf(fields));
          evaluated.set(fields, true);
          api.dispatch(signingActions.rulesApplied({ fileId: id, outcomes }));
        } catch (error) {
          if (api.signal.aborted) return;
          // The server evaluates the rules again, so a value that is missing here is refused there.
          console.warn('The rules of the fields were not applied', toAppError(error).code);
        }
      }
    },
  });
}
