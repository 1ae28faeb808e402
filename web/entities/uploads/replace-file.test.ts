// @vitest-environment node
import { beforeEach, expect, it, vi } from 'vitest';
import { createField, type FieldInput } from '#contract/entities/field.ts';
import type { FileMeta } from '#contract/entities/file.ts';
import { putBody } from '#web/services/api/bodies.ts';
import { call } from '#web/services/api/call.ts';
import { AppError } from '#web/services/app-error.ts';
import { inspectPdf } from '#web/services/uploads/inspect-pdf.ts';
import { createStore } from '../store.ts';
import { saveFieldsOfVersion, storeNextVersion } from './replace-file.ts';

vi.mock('#web/services/api/call.ts', () => ({ call: vi.fn<(id: string) => Promise<unknown>>() }));
vi.mock('#web/services/api/bodies.ts', () => ({ putBody: vi.fn<() => Promise<unknown>>(), rememberBody: () => undefined }));
vi.mock('#web/services/uploads/inspect-pdf.ts', () => ({ inspectPdf: vi.fn<() => Promise<unknown>>() }));

const field = (id: string, more: Partial<FieldInput> = {}) => createField({ id, page: 1, rect: { x: 1, y: 1, width: 9, height: 9 }, ...more });
const meta = (fields: ReturnType<typeof field>[]) => ({ id: 'f', title: 'Lease.pdf', metaVersion: 1, attributes: { title: 'Lease.pdf', fields } }) as unknown as FileMeta;
const pdf = new Blob(['%PDF']);

beforeEach(() => {
  vi.mocked(call).mockReset().mockImplementation(async (id) => (id === 'files.updateUrl' ? { url: '/put', bodyRef: 'b' } : { ...meta([]), metaVersion: 2 }));
  vi.mocked(putBody).mockReset().mockResolvedValue(undefined);
});

it('uploads the next version, keeps placed fields of pages it has, and the fields of the PDF that it has too', async () => {
  vi.mocked(inspectPdf).mockResolvedValue({ pages: 1, isForm: true, unsignable: null, fields: [field('new', { fieldName: 'Name', pdfFieldId: '7' })] } as never);
  const before = [
    field('placed'), field('beyond', { page: 2 }), field('gone', { fieldName: 'Gone', pdfFieldId: '1' }),
    field('same', { fieldName: 'Name', pdfFieldId: '2', recipient: { email: 'ada@example.org' } }),
  ];
  await createStore().dispatch(saveFieldsOfVersion('f', await storeNextVersion(meta(before), pdf, { onProgress: () => undefined })));
  expect(call).toHaveBeenCalledWith('files.updateUrl', { params: { id: 'f' }, body: { mimeType: 'application/pdf', size: pdf.size } }, {});
  const saved = vi.mocked(call).mock.calls.find(([id]) => id === 'files.updateMeta')?.[1] as { body: { attributes: { fields: { id: string; recipient: { email: string } | null }[] } } };
  expect(saved.body.attributes.fields.map(({ id, recipient }) => [id, recipient?.email ?? null])).toEqual([['placed', null], ['same', 'ada@example.org']]);
});

it('uploads nothing that is not a PDF', async () => {
  vi.mocked(inspectPdf).mockRejectedValue(new AppError('wrong_mime_type'));
  const failure: unknown = await storeNextVersion(meta([]), pdf, { onProgress: () => undefined }).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'wrong_mime_type' });
  expect(call).not.toHaveBeenCalled();
});
