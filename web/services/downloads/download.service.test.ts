import { expect, it } from 'vitest';
import type { FileMeta } from '#contract/entities/file.ts';
import { savedName } from './download.service.ts';

const signature = { id: 'sig', userId: null, transactionId: '1'.repeat(24) };
const file = (title: string, signed: boolean, more: Partial<FileMeta> = {}) =>
  ({ title, ext: 'pdf', type: 'document', attributes: { signaturesCache: signed ? [signature] : [] }, ...more }) as FileMeta;

it.each([
  ['as it was sent', file('Lease.pdf', false), 'Lease.pdf'],
  ['without its extension', file('Lease', false), 'Lease.pdf'],
  ['signed', file('Lease.pdf', true), 'Lease (signed).pdf'],
  ['an audit, which is sealed and not signed', file('Audit Lease', true, { type: 'audit' }), 'Audit Lease.pdf'],
])('the file name of a download says whether it is signed: %s', (_, meta, name) =>
  expect(savedName(meta, (title) => `${title} (signed).pdf`)).toBe(name));
