import { isErrorInfo } from '#web/services/app-error.ts';
import type { AppDispatch, RootState } from '../store.ts';
import { fetchTemplate, updateTemplate } from '../templates/templates.requests.ts';
import { selectTemplate } from '../templates/templates.slice.ts';
import { fetchTransaction, updateTransaction } from '../transactions/transactions.requests.ts';
import { selectTransaction } from '../transactions/transactions.slice.ts';

type Thunk<T> = (dispatch: AppDispatch, getState: () => RootState) => T;

/** A transaction or a template: what has a list of documents. */
export interface UnitRef {
  readonly kind: 'transaction' | 'template';
  readonly id: string;
}

interface Unit {
  readonly fileIds: readonly string[];
  readonly version: number;
}

interface UnitAccess {
  /** The loaded unit. */
  readonly known: Unit | undefined;
  readonly save: (fileIds: string[], version: number) => Promise<unknown>;
  readonly fetch: () => Promise<Unit>;
}

/** Returns the document ids after a change of the current ones. */
export type FilesChange = (present: readonly string[]) => string[];

const TRIES = 5;

const accessTo = ({ kind, id }: UnitRef): Thunk<UnitAccess> => (dispatch, getState) =>
  kind === 'template'
    ? {
        known: selectTemplate(getState(), id),
        save: (fileIds, version) => dispatch(updateTemplate({ id, fileIds, version })).unwrap(),
        fetch: () => dispatch(fetchTemplate({ id })).unwrap(),
      }
    : {
        known: selectTransaction(getState(), id),
        save: (fileIds, version) => dispatch(updateTransaction({ id, fileIds, version })).unwrap(),
        fetch: () => dispatch(fetchTransaction({ id })).unwrap(),
      };

/** Changes the documents of a unit. On a version conflict, it applies the change to the current documents and retries. */
export const changeUnitFiles = (ref: UnitRef, change: FilesChange): Thunk<Promise<void>> => async (dispatch) => {
  const { known, save, fetch } = dispatch(accessTo(ref));
  let unit = known ?? (await fetch());
  for (let tries = 1; ; tries++) {
    const changed = change(unit.fileIds);
    if (changed.join() === unit.fileIds.join()) return;
    try {
      await save(changed, unit.version);
      return;
    } catch (error) {
      if (tries === TRIES || !isErrorInfo(error) || error.code !== 'conflict') throw error;
      unit = await fetch();
    }
  }
};

export const withFiles = (added: readonly string[]): FilesChange => (present) => [...present, ...added.filter((each) => !present.includes(each))];

export const withoutFile = (id: string): FilesChange => (present) => present.filter((each) => each !== id);

/** Moves a document by some places; no effect beyond the ends of the list. */
export const withFileMoved = (id: string, by: number): FilesChange => (present) => {
  const to = present.indexOf(id) + by;
  if (!present.includes(id) || to < 0 || to >= present.length) return [...present];
  const others = present.filter((each) => each !== id);
  return [...others.slice(0, to), id, ...others.slice(to)];
};
