// @vitest-environment node
import { openDB } from 'idb';
import { describe, expect, it, vi } from 'vitest';
import { createField } from '#contract/entities/field.ts';
import { accountIdOf, isLocalId, newLocalId } from './local-ids.ts';
import { onVisitorEntries } from './visitor-database.ts';
import {
  addToVisitorUnit, claimVisitorEntries, createVisitorUnit, discardVisitorEntriesOf, listVisitorEntries, markVisitorFailed, markVisitorSyncing, readVisitorUnit, removeVisitorEntries,
} from './visitor-entries.service.ts';
import { openVisitorFiles, readVisitorFile, storeVisitorFields, storeVisitorFiles, visitorFileStored } from './visitor-files.service.ts';

const pdf = (name: string) => new File(['%PDF-1.7'], name, { type: 'application/pdf' });
const field = createField({ id: 'f', page: 1, rect: { x: 1, y: 2, width: 3, height: 4 } });
const titles = async (): Promise<string[]> => (await listVisitorEntries()).map(({ title }) => title);
const clear = async (): Promise<void> => removeVisitorEntries((await listVisitorEntries()).map(({ id }) => id));
const ada = { userId: 'ada', orgId: null };

describe('what a visitor keeps', () => {
  it('has ids that tell the one of the account beforehand, those of earlier versions, too', () => {
    const id = newLocalId();
    expect(isLocalId(id)).toBe(true);
    expect(accountIdOf(id)).toMatch(/^[0-9a-f]{24}$/);
    expect(accountIdOf('local-0f8fad5b-d9cb-469f-a165-70867728950e')).toBe('0f8fad5bd9cb469fa1657086');
  });

  it('is listed without its bytes, the latest first, and told to who listens', async () => {
    await clear();
    const heard = vi.fn<() => void>();
    const end = onVisitorEntries(heard);
    await storeVisitorFiles([pdf('First.pdf')]);
    await new Promise((resolve) => setTimeout(resolve, 2));
    await storeVisitorFiles([pdf('Second.pdf')]);
    end();
    expect(heard).toHaveBeenCalledTimes(2);
    const [latest] = await listVisitorEntries();
    expect(latest).toMatchObject({ kind: 'file', title: 'Second.pdf', size: 8, state: 'waiting', owner: null, unitId: null });
    expect(latest).not.toHaveProperty('body');
    expect(await titles()).toEqual(['Second.pdf', 'First.pdf']);
  });

  it('reads documents that earlier versions have stored', async () => {
    await clear();
    const database = await openDB('countersign-visitor', 2);
    await database.put('files', { id: 'local-0f8fad5b-d9cb-469f-a165-70867728950e', title: 'Old.pdf', body: pdf('Old.pdf'), addedAt: 1, state: 'waiting', fields: null });
    database.close();
    expect(await listVisitorEntries()).toMatchObject([{ kind: 'file', title: 'Old.pdf', owner: null, reason: null, isMoved: false }]);
  });

  it('is removed with its fields', async () => {
    await clear();
    const [id = ''] = await storeVisitorFiles([pdf('Lease.pdf')]);
    await storeVisitorFields(id, [field]);
    await removeVisitorEntries([id]);
    await expect(readVisitorFile(id)).rejects.toMatchObject({ code: 'not_found' });
    const database = await openDB('countersign-visitor', 2);
    expect((await database.getAllKeys('fields')).filter((key) => String(key).includes(id))).toEqual([]);
    database.close();
  });

  it('forms drafts, which go with their documents and end with the last of them', async () => {
    await clear();
    const [first = '', second = ''] = await storeVisitorFiles([pdf('One.pdf'), pdf('Two.pdf')]);
    const id = await createVisitorUnit('transaction', [first], 'One.pdf');
    await addToVisitorUnit(id, [second], 10);
    expect(await readVisitorUnit(id)).toMatchObject({ kind: 'transaction', fileIds: [first, second] });
    expect(await readVisitorFile(second)).toMatchObject({ unitId: id });
    await expect(addToVisitorUnit(id, ['local-third'], 2)).rejects.toMatchObject({ code: 'max_count_exceeded' });
    await removeVisitorEntries([first]);
    expect(await readVisitorUnit(id)).toMatchObject({ fileIds: [second] });
    await removeVisitorEntries([second]);
    await expect(readVisitorUnit(id)).rejects.toMatchObject({ code: 'not_found' });
    const [third = ''] = await storeVisitorFiles([pdf('Three.pdf')]);
    await removeVisitorEntries([await createVisitorUnit('template', [third], 'Three.pdf')]);
    expect(await titles()).toEqual([]);
  });
});

describe('the account of the first sign-in', () => {
  it('claims what waits; nobody else gets it, and what is local to an account stays', async () => {
    await clear();
    const [own = ''] = await storeVisitorFiles([pdf('Mine.pdf')]);
    const [local = ''] = openVisitorFiles([pdf('Checked.pdf')], { isLocal: true });
    await visitorFileStored(local);
    expect((await claimVisitorEntries(ada)).map(({ id }) => id)).toEqual([own]);
    expect(await claimVisitorEntries({ userId: 'grace', orgId: null })).toEqual([]);
    await storeVisitorFiles([pdf('Later.pdf')]);
    expect((await claimVisitorEntries({ userId: 'grace', orgId: null })).map(({ title }) => title)).toEqual(['Later.pdf']);
    expect((await claimVisitorEntries(ada)).map(({ id }) => id)).toEqual([own]);
  });

  it('keeps its drafts from whoever is here next', async () => {
    await clear();
    const id = await createVisitorUnit('transaction', await storeVisitorFiles([pdf('Mine.pdf')]), 'Mine.pdf');
    await claimVisitorEntries(ada);
    await expect(readVisitorUnit(id)).rejects.toMatchObject({ code: 'not_found' });
    await expect(addToVisitorUnit(id, ['local-other'], 10)).rejects.toMatchObject({ code: 'not_found' });
  });

  it('keeps what failed with its reason, until it is tried again or discarded', async () => {
    await clear();
    const [id = ''] = await storeVisitorFiles([pdf('Mine.pdf')]);
    await claimVisitorEntries(ada);
    await markVisitorFailed(id, { code: 'storage_exceeded', message: '', status: 403 });
    expect(await listVisitorEntries()).toMatchObject([{ state: 'uploading_error', reason: { code: 'storage_exceeded' } }]);
    await markVisitorSyncing(id, { userId: 'ada', orgId: 'org' });
    expect(await listVisitorEntries()).toMatchObject([{ state: 'syncing', reason: null, owner: { orgId: 'org' }, syncingSince: expect.any(Number) }]);
    await discardVisitorEntriesOf('grace');
    expect(await titles()).toEqual(['Mine.pdf']);
    await discardVisitorEntriesOf('ada');
    expect(await titles()).toEqual([]);
  });
});
