// @vitest-environment node
import { describe, expect, it } from 'vitest';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { pathAfter, targetOf } from './upload-target.ts';

const id = '0123456789abcdef01234567';
const viewer = (userId: string | null, transaction?: Partial<Transaction>) => ({
  userId,
  templateOf: (wanted: string) => (wanted === id ? ({ id, ownerId: 'me' } as Template) : undefined),
  transactionOf: (wanted: string) => (transaction && wanted === id ? ({ id, ...transaction } as Transaction) : undefined),
});

describe('where dropped files go', () => {
  it.each([
    ['/transactions', { kind: 'newTransaction' }],
    ['/files', { kind: 'files' }],
    ['/upload', { kind: 'files' }],
    [`/file/${id}`, { kind: 'files' }],
    ['/profile', null],
    ['/authorize', null],
  ])('%s → %o', (path, target) => expect(targetOf(path, viewer('me'))).toEqual(target));

  it('into a transaction only while it is a draft of one\'s own', () => {
    const path = `/transaction/${id}/editor`;
    expect(targetOf(path, viewer('me', { status: 'draft', ownerId: 'me' }))).toEqual({ kind: 'transaction', id });
    expect(targetOf(path, viewer('me', { status: 'pending', ownerId: 'me' }))).toBeNull();
    expect(targetOf(path, viewer('me', { status: 'draft', ownerId: 'other' }))).toBeNull();
    expect(targetOf(path, viewer('me'))).toBeNull();
  });

  it('nowhere where a document is only checked', () => {
    expect(targetOf('/file', viewer('me'), '?check=true')).toBeNull();
  });

  it('into a template of one\'s own', () => {
    expect(targetOf(`/template/${id}/upload`, viewer('me'))).toEqual({ kind: 'template', id });
    expect(targetOf(`/template/${id}/upload`, viewer('other'))).toBeNull();
  });

  it('straight into a new request in the guided flow', () => {
    expect(targetOf('/upload', viewer('me'), '?wizard=true')).toEqual({ kind: 'newTransaction' });
    expect(targetOf('/upload', viewer('me'), `?wizard=true&from=${id}`)).toEqual({ kind: 'files' });
    expect(targetOf('/upload', viewer(null), '?wizard=true')).toEqual({ kind: 'files' });
  });

  it('visitors keep theirs as files', () => expect(targetOf('/transactions', viewer(null))).toEqual({ kind: 'files' }));
});

describe('where to go afterwards (document 1 §2)', () => {
  const added = { fileIds: ['a', 'b'], unitId: null };
  it('to the files, with the first one chosen', () => expect(pathAfter('/files', { kind: 'files' }, added)).toBe('/file/a,b?selectedDocument=1'));
  it('to the list from the upload page', () => expect(pathAfter('/upload', { kind: 'files' }, added)).toBe('/files'));
  it('to the new request', () =>
    expect(pathAfter('/transactions', { kind: 'newTransaction' }, { ...added, unitId: id })).toBe(`/transaction/${id}/create`));
  it('nowhere inside a transaction', () => expect(pathAfter(`/transaction/${id}/editor`, { kind: 'transaction', id }, added)).toBeNull());
  it('to the new template', () =>
    expect(pathAfter('/templates', { kind: 'newTemplate' }, { ...added, unitId: id })).toBe(`/template/${id}/create`));
  it('to the next step of the guided flow', () => {
    expect(pathAfter('/upload', { kind: 'newTransaction' }, { ...added, unitId: id }, '?wizard=true')).toBe(`/transaction/${id}/create?wizard=true`);
    expect(pathAfter('/upload', { kind: 'files' }, added, `?wizard=true&from=${id}`)).toBe(`/transaction/${id}`);
    expect(pathAfter(`/template/${id}/upload`, { kind: 'template', id }, added)).toBe(`/template/${id}/create`);
  });
  it('nowhere when nothing was added', () => expect(pathAfter('/files', { kind: 'files' }, { fileIds: [], unitId: null })).toBeNull());
});
