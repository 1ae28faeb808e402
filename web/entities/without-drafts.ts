import { isDraft, original } from '@reduxjs/toolkit';

type Reducer<State> = (state: State, action: never) => State;
type CaseReducer<State> = Reducer<State> | { reducer: Reducer<State>; prepare: (...input: never[]) => unknown };

const plain = (state: unknown): unknown => (isDraft(state) ? original(state) : state);

/**
 * Case reducers that get the state itself instead of Immer's draft and return a new state. For slices with thousands of
 * fields, whose draft would cost more than the change.
 */
export const withoutDrafts = <State>() => <Reducers extends Record<string, CaseReducer<State>>>(reducers: Reducers): Reducers => {
  const ofState = (reducer: Reducer<State>): Reducer<State> => (state, action) => reducer(plain(state) as State, action);
  const wrapped = Object.entries(reducers).map(([name, each]) => [name, typeof each === 'function' ? ofState(each) : { ...each, reducer: ofState(each.reducer) }]);
  return Object.fromEntries(wrapped) as Reducers;
};
