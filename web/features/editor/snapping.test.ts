// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { snapMove, snapResize } from './snapping.ts';

const reach = { x: 1, y: 1 };
const neighbour = { x: 50, y: 50, width: 20, height: 4 };

const beside = { fields: [neighbour], rules: [] };

describe('snapping', () => {
  it('snaps a moved field to the nearest edge and shows a guide there', () => {
    const snap = snapMove(
      { x: 10, y: 20, width: 20, height: 4 },
      { x: 39.4, y: 0 },
      beside,
      reach,
    );
    expect(snap.by.x).toBeCloseTo(40);
    expect(snap.guides.map((guide) => guide.axis)).toEqual(['x']);
  });

  it('does not move a field that is out of reach', () => {
    const snap = snapMove(
      { x: 10, y: 20, width: 5, height: 2 },
      { x: 3, y: 3 },
      beside,
      reach,
    );
    expect(snap).toEqual({ by: { x: 3, y: 3 }, guides: [] });
  });

  it('snaps only the dragged edge', () => {
    const rect = { x: 30, y: 40, width: 19, height: 9.5 };
    const snap = snapResize(rect, 'se', { x: 0.5, y: 0 }, beside, reach);
    expect(snap.by).toEqual({ x: 1, y: 0.5 });
    expect(snap.guides).toHaveLength(2);
  });

  it('snaps a field to the printed line beneath it, not to one beside it', () => {
    const rules = [{ axis: 'y' as const, at: 24.6, from: 5, to: 40 }, { axis: 'y' as const, at: 24.1, from: 60, to: 90 }];
    const snap = snapMove({ x: 10, y: 20, width: 20, height: 4 }, { x: 0, y: 0.2 }, { fields: [], rules }, reach);
    expect(snap.by.y).toBeCloseTo(0.6);
    expect(snap.guides).toEqual([{ axis: 'y', at: 24.6 }]);
    expect(snapResize({ x: 10, y: 20, width: 20, height: 4 }, 's', { x: 0, y: 0.2 }, { fields: [], rules }, reach).by.y).toBeCloseTo(0.6);
  });
});
