/** Undo and redo with the number of steps the product keeps. */
export interface History<State> {
  readonly present: State;
  readonly past: readonly State[];
  readonly future: readonly State[];
  /** The last state that passed its checks: where rollback goes. */
  readonly valid: State;
}

export function startHistory<State>(state: State): History<State> {
  return { present: state, past: [], future: [], valid: state };
}

export function record<State>(
  history: History<State>,
  next: State,
  steps: number,
  isValid: (state: State) => boolean,
): History<State> {
  if (next === history.present) return history;
  return {
    present: next,
    past: [...history.past, history.present].slice(-steps),
    future: [],
    valid: isValid(next) ? next : history.valid,
  };
}

/** One step back. A state that is whole again is what rollback and saving go by from then on. */
export function back<State>(history: History<State>, isValid: (state: State) => boolean): History<State> {
  const previous = history.past.at(-1);
  if (previous === undefined) return history;
  return {
    present: previous,
    valid: isValid(previous) ? previous : history.valid,
    past: history.past.slice(0, -1),
    future: [history.present, ...history.future],
  };
}

export function forward<State>(history: History<State>, steps: number, isValid: (state: State) => boolean): History<State> {
  const next = history.future[0];
  if (next === undefined) return history;
  return {
    present: next,
    valid: isValid(next) ? next : history.valid,
    past: [...history.past, history.present].slice(-steps),
    future: history.future.slice(1),
  };
}

/** Back to the last valid state; what was broken can still be redone. */
export function rollback<State>(history: History<State>): History<State> {
  if (history.present === history.valid) return history;
  return {
    present: history.valid,
    past: history.past.filter((state) => state !== history.valid),
    future: [history.present],
    valid: history.valid,
  };
}

/** The present in another form, as if it had been so all along: no step of its own. */
export function amend<State>(history: History<State>, change: (state: State) => State, isValid: (state: State) => boolean): History<State> {
  const present = change(history.present);
  if (present === history.present) return history;
  return { ...history, present, valid: isValid(present) ? present : history.valid };
}
