import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { PDFDocument, PDFName, StandardFonts } from 'pdf-lib';

const pages = 1000;
const fieldsPerPage = 2;
/** Incompressible bytes on each page, as scans have them: 1,000 pages make 50 MB. */
const imageBytes = 50_000;

/** Makes, once, a form of 1,000 pages, 2,000 text fields and about 50 MB, as scanned contracts are. */
export async function largeFile(folder: string): Promise<string> {
  const path = join(folder, 'large.pdf');
  if (existsSync(path)) return path;
  mkdirSync(folder, { recursive: true });
  const pdf = await PDFDocument.create();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  const form = pdf.getForm();
  for (let number = 1; number <= pages; number++) {
    const page = pdf.addPage([612, 792]);
    page.drawText(`Page ${number}`, { x: 56, y: 740, size: 12, font });
    page.node.set(PDFName.of('CountersignBench'), pdf.context.register(pdf.context.stream(randomBytes(imageBytes))));
    for (let index = 1; index <= fieldsPerPage; index++) {
      const field = form.createTextField(fieldName(number, index));
      field.addToPage(page, { x: 56, y: 700 - index * 40, width: 300, height: 20, font });
    }
  }
  writeFileSync(path, await pdf.save({ useObjectStreams: false, updateFieldAppearances: false }));
  return path;
}

/** A distinct value for every field of the large file. */
export function valuesFor(): Record<string, string> {
  const values: Record<string, string> = {};
  for (let number = 1; number <= pages; number++) {
    for (let index = 1; index <= fieldsPerPage; index++) values[fieldName(number, index)] = `Value ${number}-${index}`;
  }
  return values;
}

function fieldName(page: number, index: number): string {
  return `page${page}field${index}`;
}
