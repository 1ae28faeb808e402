import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test, vi } from 'vitest';
import { notifyIfSlow } from './notify-if-slow.ts';

const never = () => Promise.reject(new Error('nobody is to be told'));

test('does not notify when the work ends in time', async () => {
  const tell = vi.fn<typeof never>(never);
  expect(await notifyIfSlow(Promise.resolve('done'), tell, 30)).toBe('done');
  await expect(notifyIfSlow(Promise.reject(new Error('refused')), tell, 30)).rejects.toThrow('refused');
  await sleep(60);
  expect(tell).not.toHaveBeenCalled();
});

test('notifies once when the work is slow, before its result', async () => {
  const order: string[] = [];
  const tell = async (): Promise<void> => {
    await sleep(80);
    order.push('told');
  };
  await notifyIfSlow(sleep(60), tell, 10).then(() => order.push('done'));
  await expect(notifyIfSlow(sleep(60).then(() => { throw new Error('refused'); }), tell, 10)).rejects.toThrow('refused');
  order.push('failed');
  expect(order).toEqual(['told', 'done', 'told', 'failed']);
});

test('a failed notification does not affect the work', async () => {
  expect(await notifyIfSlow(sleep(60, 'done'), never, 10)).toBe('done');
});
