// @vitest-environment node
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { storeVisitorFields, storeVisitorFieldsNow, storeVisitorFiles, openVisitorFiles, readVisitorFile, visitorFileStored } from './visitor-files.service.ts';

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 } });

describe('documents of a visitor', () => {
  it('are available at once and stored', async () => {
    const [id = ''] = openVisitorFiles([pdf('Lease.pdf')]);
    expect(await readVisitorFile(id)).toMatchObject({ id, title: 'Lease.pdf', state: 'waiting', fields: null });
    await visitorFileStored(id);
    const [other = ''] = await storeVisitorFiles([pdf('Other.PDF')]);
    const database = await openDB('countersign-visitor', 2);
    expect((await database.getAllKeys('files')).toSorted()).toEqual([id, other].toSorted());
    database.close();
  });

  it('restore their fields and write only the changed page', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Form.pdf')]);
    const other = { ...field, id: 'g', page: 2 };
    await storeVisitorFields(id, [field, other]);
    const put = vi.spyOn(IDBObjectStore.prototype, 'put');
    const moved = { ...other, rect: { ...other.rect, x: 50 } };
    await storeVisitorFields(id, [field, moved]);
    expect(put.mock.calls.map(([value]) => value.page)).toEqual([0, 2]);
    put.mockRestore();
    expect((await readVisitorFile(id)).fields).toEqual([field, moved]);
    await storeVisitorFields(id, [moved]);
    expect((await readVisitorFile(id)).fields).toEqual([moved]);
    await storeVisitorFields(id, []);
    expect((await readVisitorFile(id)).fields).toEqual([]);
  });

  it('are written as a whole before the page unloads, after pending writes', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Form.pdf')]);
    const [other, third] = [{ ...field, id: 'g', page: 2 }, { ...field, id: 'h', page: 3 }];
    await storeVisitorFields(id, [field]);
    const [put, commit] = [vi.spyOn(IDBObjectStore.prototype, 'put'), vi.spyOn(IDBTransaction.prototype, 'commit')];
    const first = storeVisitorFields(id, [field, other]);
    while (put.mock.calls.length === 0) await Promise.resolve();
    const now = storeVisitorFieldsNow(id, [field, third]);
    // Without its turn to go on: this is all that the browser gets.
    expect(put.mock.calls.map(([value]) => value.page)).toContain(3);
    expect(commit).toHaveBeenCalledOnce();
    for (const spy of [put, commit]) spy.mockRestore();
    await Promise.all([first, now]);
    expect((await readVisitorFile(id)).fields).toEqual([field, third]);
  });

  it('are written as a whole after a failed write', async () => {
    const [id = ''] = await storeVisitorFiles([pdf('Form.pdf')]);
    const other = { ...field, id: 'g', page: 2 };
    for (const keep of [storeVisitorFields, storeVisitorFieldsNow]) {
      await storeVisitorFields(id, []);
      const put = vi.spyOn(IDBObjectStore.prototype, 'put').mockImplementation(() => {
        throw new DOMException('The quota has been exceeded', 'QuotaExceededError');
      });
      await expect(keep(id, [field, other])).rejects.toMatchObject({ code: 'idb_request_error' });
      put.mockRestore();
      await storeVisitorFields(id, [field, other]);
      expect((await readVisitorFile(id)).fields).toEqual([field, other]);
    }
  });

  it('are not found under an unknown id', async () => {
    await expect(readVisitorFile('local-unknown')).rejects.toMatchObject({ code: 'not_found', message: 'There is no record with such key' });
  });
});
