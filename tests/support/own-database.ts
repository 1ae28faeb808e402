import { afterAll, beforeAll, inject } from 'vitest';
import { openDatabase, type Database } from '#server/platform/database/database.ts';
import { createTestDatabase, type TestDatabase } from './test-database.ts';

/** Gives the tests of a file a migrated database of their own. It is open before their first hook and until after their last. */
export function ownDatabase(): Omit<Database, 'close'> & Pick<TestDatabase, 'connectionString'> {
  let stored: TestDatabase;
  let opened: Database;
  beforeAll(async () => {
    stored = await createTestDatabase(inject('testServer'));
    opened = openDatabase(stored.connectionString, () => undefined);
  });
  afterAll(async () => {
    await opened.close();
    await stored.drop();
  });
  return {
    get db() { return opened.db; },
    get reads() { return opened.reads; },
    readUse: () => opened.readUse(),
    get pool() { return opened.pool; },
    get connectionString() { return stored.connectionString; },
  };
}
