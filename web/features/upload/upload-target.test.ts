// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { dropOf, pathAfter, targetOf } from './upload-target.ts';

const id = '0123456789abcdef01234567';
const viewer = (userId: string | null, transaction?: Partial<Transaction>) => ({
  userId,
  templateOf: (wanted: string) => (wanted === id ? ({ id, ownerId: 'me' } as Template) : undefined),
  transactionOf: (wanted: string) => (transaction && wanted === id ? ({ id, ...transaction } as Transaction) : undefined),
});

describe('the target of dropped files', () => {
  it.each([
    ['/transactions', { kind: 'newTransaction' }],
    ['/files', { kind: 'files' }],
    ['/upload', { kind: 'files' }],
    [`/file/${id}`, { kind: 'files' }],
    ['/profile', null],
    ['/authorize', null],
  ])('%s → %o', (path, target) => expect(targetOf(path, viewer('me'))).toEqual(target));

  it('is a transaction only while it is the person’s own draft', () => {
    const path = `/transaction/${id}/editor`;
    expect(targetOf(path, viewer('me', { status: 'draft', ownerId: 'me' }))).toEqual({ kind: 'transaction', id });
    expect(targetOf(path, viewer('me', { status: 'pending', ownerId: 'me' }))).toBeNull();
    expect(targetOf(path, viewer('me', { status: 'draft', ownerId: 'other' }))).toBeNull();
    expect(targetOf(path, viewer('me'))).toBeNull();
  });

  it('is missing where documents are only checked', () => {
    expect(targetOf('/file', viewer('me'), '?check=true')).toBeNull();
  });

  it('is a template of the person’s own', () => {
    expect(targetOf(`/template/${id}/upload`, viewer('me'))).toEqual({ kind: 'template', id });
    expect(targetOf(`/template/${id}/photo_capturing`, viewer('me'))).toEqual({ kind: 'template', id });
    expect(targetOf(`/template/${id}/upload`, viewer('other'))).toBeNull();
    expect(pathAfter(`/template/${id}/photo_capturing`, { kind: 'template', id }, { fileIds: [id], unitId: null })).toBe(`/template/${id}/create`);
  });

  it('is a new request in the guided flow', () => {
    expect(targetOf('/upload', viewer('me'), '?wizard=true')).toEqual({ kind: 'newTransaction' });
    expect(targetOf('/upload', viewer('me'), `?wizard=true&from=${id}`)).toEqual({ kind: 'files' });
    expect(targetOf('/upload', viewer(null), '?wizard=true')).toEqual({ kind: 'files' });
  });

  it('is the list of files for visitors', () => expect(targetOf('/transactions', viewer(null))).toEqual({ kind: 'files' }));
});

describe('what happens to files dropped on a screen', () => {
  it.each(['/profile', '/contacts', '/library/template', `/file/${id}/sharing`.replace('/file', '/transaction'), `/template/${id}/saved`, `/transaction/${id}/completed`, '/signatures'])('%s asks', (path) => {
    expect(dropOf(path, viewer('me'))).toBe('ask');
  });
  it('is the target where the screen has one', () => {
    expect(dropOf('/templates', viewer('me'))).toEqual({ kind: 'newTemplate' });
    expect(dropOf(`/transaction/${id}/start`, viewer('me', { status: 'draft', ownerId: 'me' }))).toEqual({ kind: 'transaction', id });
  });
  it('is to be asked where a request of others, or one that is over, is shown, but nothing while it can be signed', () => {
    expect(dropOf(`/transaction/${id}`, viewer('me', { status: 'completed', ownerId: 'me' }))).toBe('ask');
    expect(dropOf(`/transaction/${id}`, viewer('me', { status: 'pending', ownerId: 'other' }))).toBeNull();
  });
  it.each(['/authorize', '/invite/1', '/terms_of_use', '/trust/compliance/terms', '/signatures/editor', '/photos/photo_capturing', `/file/${id}/upload`])('%s takes none', (path) => {
    expect(dropOf(path, viewer('me'))).toBeNull();
  });
  it('is nothing for visitors where there is no list', () => {
    expect(dropOf('/library/template', viewer(null))).toBeNull();
    expect(dropOf('/file', viewer(null), '?check=true')).toBeNull();
  });
});

describe('the page after an upload (document 1 §2)', () => {
  const added = { fileIds: ['a', 'b'], unitId: null };
  it('shows the files, with the first one selected', () => expect(pathAfter('/files', { kind: 'files' }, added)).toBe('/file/a,b?selectedDocument=1'));
  it('is the list after the upload page', () => expect(pathAfter('/upload', { kind: 'files' }, added)).toBe('/files'));
  it('is the new request', () =>
    expect(pathAfter('/transactions', { kind: 'newTransaction' }, { ...added, unitId: id })).toBe(`/transaction/${id}/create`));
  it('is the signing of the new request for a sender who signs alone, also in the guided flow', () => {
    for (const search of ['', '?wizard=true']) expect(pathAfter('/upload', { kind: 'newTransaction', alone: true }, { ...added, unitId: id }, search)).toBe(`/transaction/${id}/create?alone=true`);
  });
  it('stays the same inside a transaction', () => expect(pathAfter(`/transaction/${id}/editor`, { kind: 'transaction', id }, added)).toBeNull());
  it('is the new template', () =>
    expect(pathAfter('/templates', { kind: 'newTemplate' }, { ...added, unitId: id })).toBe(`/template/${id}/create`));
  it('is the next step of the guided flow', () => {
    expect(pathAfter('/upload', { kind: 'newTransaction' }, { ...added, unitId: id }, '?wizard=true')).toBe(`/transaction/${id}/create?wizard=true`);
    expect(pathAfter('/upload', { kind: 'files' }, added, `?wizard=true&from=${id}`)).toBe(`/transaction/${id}`);
    expect(pathAfter(`/template/${id}/upload`, { kind: 'template', id }, added)).toBe(`/template/${id}/create`);
  });
  it('stays the same when nothing was added', () => expect(pathAfter('/files', { kind: 'files' }, { fileIds: [], unitId: null })).toBeNull());
});
