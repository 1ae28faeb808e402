// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { back, forward, record, rollback, startHistory } from './history.ts';

const even = (value: number): boolean => value % 2 === 0;

function after(...values: number[]) {
  let history = startHistory(0);
  for (const value of values) history = record(history, value, 5, even);
  return history;
}

describe('undo history', () => {
  it('keeps five steps', () => {
    let history = after(2, 4, 6, 8, 10, 12, 14);
    expect(history.past).toEqual([4, 6, 8, 10, 12]);
    for (let step = 0; step < 9; step += 1) history = back(history, even);
    expect(history.present).toBe(4);
  });

  it('redoes undone steps and drops them at a new step', () => {
    let history = back(back(after(2, 4, 6), even), even);
    history = forward(history, 5, even);
    expect(history.present).toBe(4);
    history = record(history, 20, 5, even);
    expect(history.future).toEqual([]);
  });

  it('rolls back to the last valid state', () => {
    const history = rollback(after(2, 4, 5, 7));
    expect(history.present).toBe(4);
    expect(forward(history, 5, even).present).toBe(7);
    expect(rollback(after(2)).present).toBe(2);
  });

  it('takes an undone or redone state as the last valid one', () => {
    const undone = back(after(2, 4), even);
    expect([undone.present, undone.valid]).toEqual([2, 2]);
    const redone = forward(undone, 5, even);
    expect([redone.present, redone.valid]).toEqual([4, 4]);
    expect(back(after(2, 5, 7), even)).toMatchObject({ present: 5, valid: 2 });
  });
});
