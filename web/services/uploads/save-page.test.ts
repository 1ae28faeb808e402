import { beforeEach, expect, test, vi } from 'vitest';
import { putBody } from '../api/bodies.ts';
import { call } from '../api/call.ts';
import { inspectFile } from './inspect-file.ts';
import type { PdfFacts } from './inspect-pdf.ts';
import { savePage } from './save-page.service.ts';

vi.mock('../api/bodies.ts', () => ({ putBody: vi.fn<(url: string, body: Blob) => Promise<unknown>>() }));
vi.mock('../api/call.ts', () => ({ call: vi.fn<() => Promise<{ url: string }>>(async () => ({ url: '/put' })) }));
vi.mock('./inspect-file.ts', () => ({ inspectFile: vi.fn<() => Promise<PdfFacts>>(async () => ({ pages: 1, fields: [], isForm: false, unsignable: null })) }));

const page = new Blob(['<html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body><input name="a"/></body></html>']);

beforeEach(() => vi.clearAllMocks());

test('a filled page becomes the new body of its file and is inspected', async () => {
  const facts = await savePage('file', page, new Map([[0, 'Ada']]));
  expect(facts.pages).toBe(1);
  const [url, body] = vi.mocked(putBody).mock.calls[0] ?? [];
  expect(call).toHaveBeenCalledWith('files.updateUrl', { params: { id: 'file' }, body: { mimeType: 'application/xhtml+xml', size: body?.size } });
  expect(url).toBe('/put');
  expect(await body?.text()).toContain('<input name="a" value="Ada"');
  expect(inspectFile).toHaveBeenCalledWith(body);
});

test('sends nothing if the values belong to another page', async () => {
  await expect(savePage('file', page, new Map([[1, 'x']]))).rejects.toMatchObject({ code: 'pdf_merge_fields_failed' });
  expect(call).not.toHaveBeenCalled();
});
