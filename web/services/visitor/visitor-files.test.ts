// @vitest-environment node
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { keepVisitorFields, keepVisitorFiles, openVisitorFiles, readVisitorFile, visitorFileKept } from './visitor-files.service.ts';

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 } });

describe('documents of a visitor', () => {
  it('are there at once, and kept', async () => {
    const [id = ''] = openVisitorFiles([pdf('Lease.pdf')]);
    expect(await readVisitorFile(id)).toMatchObject({ id, title: 'Lease', state: 'waiting', fields: null });
    await visitorFileKept(id);
    const [other = ''] = await keepVisitorFiles([pdf('Other.PDF')]);
    const database = await openDB('countersign-visitor', 2);
    expect((await database.getAllKeys('files')).toSorted()).toEqual([id, other].toSorted());
    database.close();
  });

  it('get their fields back, and only the page that changed is written', async () => {
    const [id = ''] = await keepVisitorFiles([pdf('Form.pdf')]);
    const other = { ...field, id: 'g', page: 2 };
    await keepVisitorFields(id, [field, other]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const moved = { ...other, rect: { ...other.rect, x: 50 } };
    await keepVisitorFields(id, [field, moved]);
    expect(put.mock.calls.map(([value]) => value.page)).toEqual([0, 2]);
    put.mockRestore();
    expect((await readVisitorFile(id))?.fields).toEqual([field, moved]);
    await keepVisitorFields(id, [moved]);
    expect((await readVisitorFile(id))?.fields).toEqual([moved]);
    await keepVisitorFields(id, []);
    expect((await readVisitorFile(id))?.fields).toEqual([]);
  });

  it('are unknown under another id', async () => {
    expect(await readVisitorFile('local-unknown')).toBeUndefined();
  });
});
