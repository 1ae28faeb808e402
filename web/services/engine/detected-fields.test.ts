import 'fake-indexeddb/auto';
import { describe, expect, it } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { clearCached } from '../storage/database.ts';
import { nothingDetected, readDetected, writeDetected } from './detected-fields.service.ts';

const document = { fileId: 'a', bytes: 1000, userId: 'ada' };
const found = { fields: [createField({ id: 'f', page: 2, rect: { x: 1, y: 2, width: 3, height: 4 } })], detectedPages: [1, 2] };

describe('detectedFieldsCache', () => {
  it('is there again for the same document of the same person', async () => {
    await writeDetected(document, found);
    expect(await readDetected(document)).toEqual(found);
    expect(await readDetected({ ...document, userId: null })).toEqual(nothingDetected);
    expect(await readDetected({ ...document, fileId: 'b' })).toEqual(nothingDetected);
  });

  it('is forgotten with other bytes, and when the person leaves', async () => {
    await writeDetected(document, found);
    expect(await readDetected({ ...document, bytes: 1001 })).toEqual(nothingDetected);
    await clearCached('ada');
    expect(await readDetected(document)).toEqual(nothingDetected);
  });
});
