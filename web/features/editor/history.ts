/** Undo and redo with a limited number of steps. */
export interface History<State> {
  readonly present: State;
  readonly past: readonly State[];
  readonly future: readonly State[];
  /** The last valid state, the target of a rollback. */
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

/** Goes one step back. A valid state becomes the target of rollback and saving. */
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

/** Returns to the last valid state; the invalid one can be redone. */
export function rollback<State>(history: History<State>): History<State> {
  if (history.present === history.valid) return history;
  return {
    present: history.valid,
    past: history.past.filter((state) => state !== history.valid),
    future: [history.present],
    valid: history.valid,
  };
}

/** Changes the present state without adding a step. */
export function amend<State>(history: History<State>, change: (state: State) => State, isValid: (state: State) => boolean): History<State> {
  const present = change(history.present);
  if (present === history.present) return history;
  return { ...history, present, valid: isValid(present) ? present : history.valid };
}
