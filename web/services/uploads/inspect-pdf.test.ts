// @vitest-environment node
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withDocument } from '../engine/core/engine.service.ts';
import { inspectPdf } from './inspect-pdf.ts';

vi.mock('../engine/core/engine.service.ts', () => ({ withDocument: vi.fn<(file: Blob, work: (document: unknown, engine: unknown) => Promise<unknown>) => Promise<unknown>>() }));

const opened = vi.mocked(withDocument);
const pdf = (text: string) => new Blob([text]);
const whole = '%PDF-1.7\n…\nstartxref\n0\n%%EOF\n';
const engineError = (code: string) => Object.assign(new Error(code), { code });

/** A document as the core opens it. */
const shown = (given: { pages?: number; fields?: unknown[]; unreadable?: string; refused?: string } = {}) => {
  const document = {
    info: { pages: given.pages ?? 1 },
    fields: async () => {
      if (given.unreadable) throw engineError(given.unreadable);
      return given.fields ?? [];
    },
    checkSignable: async () => {
      if (given.refused) throw engineError(given.refused);
    },
  };
  const engine = { isForm: async (fields: unknown[], pages: number) => pages < 30 && fields.length > 10 };
  opened.mockReset().mockImplementation(async (_, work) => work(document as never, engine as never));
};

beforeEach(() => shown());

describe('inspectPdf', () => {
  it('accepts a file that starts, ends and opens as a PDF', async () => {
    await expect(inspectPdf(pdf(whole))).resolves.toEqual({ pages: 1, fields: [], isForm: null, unsignable: null });
    await expect(inspectPdf(pdf(`junk before\n${whole}\n\n`))).resolves.toEqual({ pages: 1, fields: [], isForm: null, unsignable: null });
  });

  it.each([
    ['an empty file', '', 'pdf_parsing_error_no_buffer'],
    ['another kind of file', 'hello', 'wrong_mime_type'],
    ['a truncated file', `%PDF-1.7\n%%EOF\n${'x'.repeat(9000)}`, 'pdf_corrupted'],
  ])('%s is rejected without opening it', async (_, text, code) => {
    await expect(inspectPdf(pdf(text))).rejects.toMatchObject({ code });
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    ['pdf_password', 'pdf_password'],
    ['pdf_corrupted', 'pdf_corrupted'],
    ['unknown_parsing_error', 'pdf_corrupted'],
    ['something else', 'pdf_corrupted'],
    ['unable_to_access', 'unable_to_access'],
  ])('the core’s error %s becomes %s', async (said, code) => {
    opened.mockRejectedValue(engineError(said));
    await expect(inspectPdf(pdf(whole))).rejects.toMatchObject({ code });
  });

  it('returns the fields of the document and whether it is a form', async () => {
    const fields = Array.from({ length: 11 }, (_, index) => ({ id: String(index) }));
    shown({ fields });
    await expect(inspectPdf(pdf(whole))).resolves.toMatchObject({ fields, isForm: true });
    shown({ fields: fields.slice(0, 1) });
    await expect(inspectPdf(pdf(whole))).resolves.toMatchObject({ isForm: false });
  });

  it('does not read the pages of a long document to see that it is not a form', async () => {
    shown({ pages: 30 });
    await expect(inspectPdf(pdf(whole))).resolves.toMatchObject({ isForm: false });
  });

  it('accepts a document whose fields cannot be read', async () => {
    shown({ unreadable: 'pdf_corrupted' });
    await expect(inspectPdf(pdf(whole))).resolves.toMatchObject({ fields: [] });
  });

  it('returns the reason why a document cannot be signed', async () => {
    shown({ refused: 'sign_hybrid' });
    await expect(inspectPdf(pdf(whole))).resolves.toMatchObject({ unsignable: 'sign_hybrid' });
  });

  it('rejects a document without pages as corrupted', async () => {
    shown({ pages: 0 });
    await expect(inspectPdf(pdf(whole))).rejects.toMatchObject({ code: 'pdf_corrupted' });
  });
});
