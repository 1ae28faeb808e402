// @vitest-environment node
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { clearCached } from '../../storage/database.ts';
import type { DetectedDocument } from './detected-fields.service.ts';
import { storeDetected, readDetected } from './detected-fields.service.ts';

const ada = { fileId: 'a', bytes: 1000, userId: 'ada' };
const on = (page: number) => createField({ id: `f${page}`, page, rect: { x: 1, y: 2, width: 3, height: 4 } });

async function known(document: DetectedDocument) {
  const fields: string[] = [];
  const detectedPages: number[] = [];
  for await (const part of readDetected(document)) {
    fields.push(...part.fields.map(({ id }) => id));
    detectedPages.push(...part.detectedPages);
  }
  return { fields: fields.toSorted(), detectedPages: detectedPages.toSorted((a, b) => a - b) };
}

describe('detectedFieldsCache', () => {
  it('returns the fields of the same document and person', async () => {
    await storeDetected(ada, 1, [on(1)]);
    await storeDetected(ada, 2, []);
    expect(await known(ada)).toEqual({ fields: ['f1'], detectedPages: [1, 2] });
    const nothing = { fields: [], detectedPages: [] };
    expect(await known({ ...ada, userId: null })).toEqual(nothing);
    expect(await known({ ...ada, fileId: 'b' })).toEqual(nothing);
    expect(await known({ ...ada, bytes: 1001 })).toEqual(nothing);
  });

  it('returns the fields in parts and as a whole', async () => {
    const document = { ...ada, fileId: 'long' };
    for (let page = 1; page <= 45; page += 1) await storeDetected(document, page, [on(page)]);
    let parts = 0;
    for await (const { detectedPages } of readDetected(document)) {
      parts += 1;
      expect(detectedPages.length).toBeLessThanOrEqual(20);
    }
    expect(parts).toBe(3);
    expect((await known(document)).detectedPages).toEqual(Array.from({ length: 45 }, (_, index) => index + 1));
  });

  it('is cleared when the person signs out', async () => {
    await storeDetected(ada, 1, [on(1)]);
    await clearCached('ada');
    expect((await known(ada)).detectedPages).toEqual([]);
  });
});
