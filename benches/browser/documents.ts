import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, type PDFPage, StandardFonts } from 'pdf-lib';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { shared } from '../../tests/support/shared.ts';

/** A document to open, and what it is called in the report. */
export interface Subject {
  readonly name: string;
  readonly path: string;
  readonly pages: number;
}

/** A public form of four pages with 167 fields, as people drop it; the project's own form without the shared data. */
const FORM = 'data/forms/original/irs_f5695.pdf';
const BLANK = 'data/forms/blank/irs_f5695.pdf';

async function form(): Promise<PDFDocument> {
  const known = shared(BLANK);
  return PDFDocument.load(known ? readFileSync(known) : await makeOwnForm());
}

/** Makes the file once; later runs open the same one. */
async function made(folder: string, name: string, pages: number, make: () => Promise<Uint8Array>): Promise<Subject> {
  const path = join(folder, `${name}.pdf`);
  mkdirSync(folder, { recursive: true });
  if (!existsSync(path)) writeFileSync(path, await make());
  return { name, path, pages };
}

export async function shortForm(folder: string): Promise<Subject> {
  const known = shared(FORM);
  const bytes = known ? readFileSync(known) : await makeOwnForm();
  const { length } = (await PDFDocument.load(bytes)).getPages();
  return made(folder, `form-${length}-pages`, length, async () => bytes);
}

/** Pages of forms without widgets: what detection has to look at. */
export function blankForm(folder: string, pages: number): Promise<Subject> {
  return made(folder, `blank-form-${pages}-pages`, pages, async () => {
    const source = await form();
    const target = await PDFDocument.create();
    for (let number = 0; number < pages; number += 1) {
      const [page] = await target.copyPages(source, [number % source.getPageCount()]);
      if (page) target.addPage(page);
    }
    return target.save();
  });
}

/** An image of noise as large as asked: it can't be compressed, as scans can't. */
function drawNoise(pdf: PDFDocument, page: PDFPage, bytes: number): void {
  const side = Math.floor(Math.sqrt(bytes / 3));
  const image = pdf.context.stream(randomBytes(side * side * 3), {
    Type: 'XObject',
    Subtype: 'Image',
    Width: side,
    Height: side,
    BitsPerComponent: 8,
    ColorSpace: 'DeviceRGB',
  });
  page.node.setXObject(PDFName.of('Scan'), pdf.context.register(image));
  page.node.addContentStream(pdf.context.register(pdf.context.stream('q 200 0 0 200 350 60 cm /Scan Do Q')));
}

/** A long contract: text, a picture and two fields on every page. */
export function longContract(folder: string, pages: number, megabytes: number): Promise<Subject> {
  return made(folder, `contract-${pages}-pages-${megabytes}-MB`, pages, async () => {
    const pdf = await PDFDocument.create();
    const font = await pdf.embedFont(StandardFonts.Helvetica);
    const acroForm = pdf.getForm();
    for (let number = 1; number <= pages; number += 1) {
      const page = pdf.addPage([612, 792]);
      for (let line = 0; line < 30; line += 1) {
        page.drawText(`Page ${number}, clause ${line + 1}: the parties agree on what is written here and nothing else.`, { x: 56, y: 740 - line * 14, size: 9, font });
      }
      drawNoise(pdf, page, (megabytes * 1e6) / pages);
      for (let index = 0; index < 2; index += 1) {
        acroForm.createTextField(`page${number}field${index}`).addToPage(page, { x: 56, y: 240 - index * 40, width: 240, height: 20, font });
      }
    }
    return pdf.save({ useObjectStreams: false, updateFieldAppearances: false });
  });
}
