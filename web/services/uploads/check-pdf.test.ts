import { beforeEach, describe, expect, it, vi } from 'vitest';
import { withDocument } from '../engine/engine.service.ts';
import { checkPdf } from './check-pdf.ts';

vi.mock('../engine/engine.service.ts', () => ({ withDocument: vi.fn<() => Promise<number>>() }));

const opened = vi.mocked(withDocument);
const pdf = (text: string) => new Blob([text]);
const whole = '%PDF-1.7\n…\nstartxref\n0\n%%EOF\n';
const engineError = (code: string) => Object.assign(new Error(code), { code });

beforeEach(() => {
  opened.mockReset().mockResolvedValue(1);
});

describe('checkPdf', () => {
  it('takes what begins, ends and opens as a PDF', async () => {
    await expect(checkPdf(pdf(whole))).resolves.toBeUndefined();
    await expect(checkPdf(pdf(`junk before\n${whole}\n\n`))).resolves.toBeUndefined();
  });

  it.each([
    ['an empty file', '', 'pdf_corrupted'],
    ['another kind of file', 'hello', 'wrong_mime_type'],
    ['a truncated file', `%PDF-1.7\n%%EOF\n${'x'.repeat(9000)}`, 'pdf_corrupted'],
  ])('%s: not even opened', async (_, text, code) => {
    await expect(checkPdf(pdf(text))).rejects.toMatchObject({ code });
    expect(opened).not.toHaveBeenCalled();
  });

  it.each([
    ['pdf_password', 'pdf_password'],
    ['pdf_corrupted', 'pdf_corrupted'],
    ['unknown_parsing_error', 'pdf_corrupted'],
    ['something else', 'pdf_corrupted'],
    ['unable_to_access', 'unable_to_access'],
  ])('the core says %s: %s', async (said, code) => {
    opened.mockRejectedValue(engineError(said));
    await expect(checkPdf(pdf(whole))).rejects.toMatchObject({ code });
  });

  it('a document without a page is damaged', async () => {
    opened.mockResolvedValue(0);
    await expect(checkPdf(pdf(whole))).rejects.toMatchObject({ code: 'pdf_corrupted' });
  });
});
