import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument } from 'pdf-lib';
import { makeOwnForm } from '../../tests/fixtures/own-form.ts';
import { makeScannedContract } from '../../tests/fixtures/scanned-contract.ts';
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

/** A long contract: text, a picture and two fields on every page. */
export function longContract(folder: string, pages: number, megabytes: number): Promise<Subject> {
  return made(folder, `contract-${pages}-pages-${megabytes}-MB`, pages, () => makeScannedContract(pages, megabytes));
}
