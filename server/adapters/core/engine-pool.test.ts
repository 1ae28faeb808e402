import { EngineError, type Engine } from '@countersign/core/node';
import { afterAll, expect, test } from 'vitest';
import { AppError } from '#server/platform/app-error.ts';
import { createEnginePool } from './engine-pool.ts';

const pool = createEnginePool({ size: 1, callTimeLimit: 30_000, memoryMegabytes: 256 });
afterAll(() => pool.close());

const borrow = () => pool.use(async (engine) => engine);
const failWith = (error: Error) => pool.use(async (engine) => {
  failed = engine;
  throw error;
}).catch((thrown: unknown) => expect(thrown).toBe(error));
let failed: Engine | undefined;

test('lends the engines in turn', async () => {
  const order: string[] = [];
  const work = (name: string) => pool.use(async () => {
    order.push(`${name} begins`);
    await new Promise((resolve) => setTimeout(resolve, 5));
    order.push(`${name} ends`);
  });
  await Promise.all([work('first'), work('second'), work('third')]);
  expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends', 'third begins', 'third ends']);
});

test('keeps an engine that only returned an error', async () => {
  const engine = await borrow();
  await failWith(new EngineError('pdf_corrupted', 'no PDF'));
  await failWith(new AppError('conflict'));
  expect(await borrow()).toBe(engine);
});

test('replaces an engine after a crash, a timeout or a defect', async () => {
  for (const error of [new EngineError('unknown_parsing_error', 'trap'), new EngineError('request_timeout_error', 'slow'), new Error('defect')]) {
    await failWith(error);
    expect(await borrow()).not.toBe(failed);
  }
});

test('aborts a call that takes too long', async () => {
  const limited = createEnginePool({ size: 1, callTimeLimit: 1, memoryMegabytes: 256 });
  const open = limited.use((engine) => engine.open(new Uint8Array(1000)));
  await expect(open).rejects.toMatchObject({ code: 'request_timeout_error' });
  await limited.close();
  await expect(limited.use(async () => 1)).rejects.toMatchObject({ code: 'service_unavailable' });
});
