import type { DBSchema, IDBPDatabase } from 'idb';
import { openDB } from 'idb';
import { AppError } from '../app-error.ts';

type Work<Schema extends DBSchema> = <Result>(work: (database: IDBPDatabase<Schema>) => Promise<Result>) => Promise<Result>;

/** Opens a database of this browser when it is first used, and again after it was closed. Work fails with `idb_request_error`. */
export function openedDatabase<Schema extends DBSchema>(name: string, version: number, upgrade: (database: IDBPDatabase<Schema>, from: number) => void): Work<Schema> {
  let opening: Promise<IDBPDatabase<Schema>> | undefined;
  const forget = (): void => {
    opening = undefined;
  };
  return async (work) => {
    try {
      opening ??= openDB<Schema>(name, version, { upgrade, terminated: forget });
      return await work(await opening);
    } catch (error) {
      forget();
      throw new AppError('idb_request_error', { cause: error });
    }
  };
}
