/** A node stops in an orderly way even when its database went first: what stops both need not know the order. */
import { expect, inject, test } from 'vitest';
import { startTestApp } from '../support/app.ts';
import { command } from '../support/test-database.ts';

test('stopping succeeds although the database is gone', { timeout: 60_000 }, async () => {
  const { app, infrastructure } = await startTestApp({ RUN_JOBS: 'true', LOG_LEVEL: 'silent' });
  const name = new URL(infrastructure.config.databaseUrl ?? '').pathname.slice(1);
  await command(inject('testServer').url, `drop database ${name} with (force)`);
  await expect(app.close()).resolves.toBeUndefined();
});
