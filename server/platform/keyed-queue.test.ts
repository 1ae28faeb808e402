import { expect, test } from 'vitest';
import { createKeyedQueue } from './keyed-queue.ts';

test('tasks of one key run one after the other, also after a failure; others do not wait', async () => {
  const inTurn = createKeyedQueue();
  const log: string[] = [];
  let open = (): void => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  const first = inTurn('a', async () => {
    log.push('first begins');
    await gate;
    throw new Error('first failed');
  });
  const second = inTurn('a', async () => log.push('second'));
  await inTurn('b', async () => log.push('other key'));
  open();
  await expect(first).rejects.toThrow('first failed');
  await second;
  expect(log).toEqual(['first begins', 'other key', 'second']);
});
