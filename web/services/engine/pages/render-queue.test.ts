// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { RenderQueue } from './render-queue.ts';

describe('RenderQueue', () => {
  it('runs the nearest page first and drops pages no longer needed', async () => {
    const queue = new RenderQueue();
    const order: string[] = [];
    const work = (name: string) => async () => {
      order.push(name);
      return name;
    };
    const first = queue.add('1', 0, work('1'));
    const far = queue.add('9', 9, work('9'));
    const near = queue.add('2', 1, work('2'));
    const gone = queue.add('3', 2, work('3'));
    queue.drop('3');
    expect(await Promise.all([first, far, near, gone])).toEqual(['1', '9', '2', null]);
    expect(order).toEqual(['1', '2', '9']);
  });

  it('tells waiting from running jobs when it drops them', async () => {
    const queue = new RenderQueue();
    let finish: (value: string) => void = () => undefined;
    const running = queue.add('1', 0, () => new Promise<string>((resolve) => (finish = resolve)));
    const waiting = queue.add('2', 1, async () => '2');
    expect([queue.drop('1'), queue.drop('2'), queue.drop('2'), queue.drop('3')]).toEqual(['running', 'waiting', undefined, undefined]);
    finish('1');
    expect(await Promise.all([running, waiting])).toEqual(['1', null]);
  });

  it('replaces a waiting job of the same page and survives a failing one', async () => {
    const queue = new RenderQueue();
    const failing = queue.add('1', 0, async () => {
      throw new Error('broken page');
    });
    const old = queue.add('2', 1, async () => 'old');
    const fresh = queue.add('2', 1, async () => 'new');
    await expect(failing).rejects.toThrow('broken page');
    expect(await old).toBeNull();
    expect(await fresh).toBe('new');
  });
});
