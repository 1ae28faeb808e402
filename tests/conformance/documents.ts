import { createHash } from 'node:crypto';
import { PDFDocument, PDFHexString, PDFName, PDFRawStream, StandardFonts } from 'pdf-lib';
import type { Field, PlaceField } from '@countersign/core';

/** A page with a text, a checkmark and a radio group as AcroForm fields made by another library. */
export async function formDocument(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const form = pdf.getForm();
  const font = await pdf.embedFont(StandardFonts.Helvetica);
  form.createTextField('full name').addToPage(page, { x: 56, y: 700, width: 300, height: 24, font });
  form.createCheckBox('agreed').addToPage(page, { x: 56, y: 650, width: 16, height: 16 });
  const colour = form.createRadioGroup('colour');
  colour.addOptionToPage('red', page, { x: 56, y: 600, width: 16, height: 16 });
  colour.addOptionToPage('blue', page, { x: 96, y: 600, width: 16, height: 16 });
  return pdf.save();
}

/** A choice that is stored in other words than it is shown in. */
export async function choiceDocument(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  const page = pdf.addPage([612, 792]);
  const country = pdf.getForm().createDropdown('country');
  country.addToPage(page, { x: 56, y: 700, width: 300, height: 24, font: await pdf.embedFont(StandardFonts.Helvetica) });
  const options = [['de', 'Deutschland'], ['jp', '日本']].map((pair) => pair.map((text) => PDFHexString.fromText(text)));
  country.acroField.dict.set(PDFName.of('Opt'), pdf.context.obj(options));
  return pdf.save();
}

/** A page with no fields at all, with a cross-reference table instead of a stream. */
export async function plainDocument(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  pdf.addPage([612, 792]).drawText('Plain page', { x: 56, y: 740 });
  return pdf.save({ useObjectStreams: false });
}

/** A field to place; what is not given has its default. */
export function fieldToPlace(id: string, type: Field['type'], y: number, asSignature = false): PlaceField {
  return {
    field: {
      id,
      type,
      page: 1,
      rect: { x: 10, y, width: 40, height: 4 },
      value: null,
      pdfFieldId: null,
      fieldName: id,
      tooltip: null,
      options: null,
      exportValue: null,
      doNotPrint: false,
      hidden: false,
      comb: false,
      readonly: false,
      required: false,
      hasAppearance: false,
      label: false,
      textColor: 'black',
      autoFill: null,
      permittedTypes: ['upload'],
      textMaxLength: 0,
      textAlign: 'left',
      multiline: false,
      fontSize: 1,
      textFormat: null,
      dateFormat: null,
      ratio: 0.75,
      group: type === 'radio' ? 'group-1' : null,
      recipient: null,
      mode: 'normal',
      detected: false,
      changed: false,
    },
    asSignature,
  };
}

/** A page of 1000 by 1294 gray pixels: six lines to write on, words before them, and a box to tick. */
export function drawnPage(): { width: number; height: number; data: Uint8Array } {
  const [width, height] = [1000, 1294];
  const data = new Uint8Array(width * height).fill(255);
  const ink = (x: number, y: number, wide: number, high: number) => {
    for (let row = y; row < y + high; row++) data.fill(0, row * width + x, row * width + x + wide);
  };
  for (let line = 0; line < 6; line++) {
    const y = 300 + line * 60;
    ink(300, y, 500, 2);
    for (let letter = 0; letter < 14; letter++) ink(100 + letter * 10, y - 14, 5, 12);
  }
  for (const [x, y, wide, high] of [[100, 700, 24, 2], [100, 722, 24, 2], [100, 700, 2, 24], [122, 700, 2, 24]] as const) ink(x, y, wide, high);
  for (let letter = 0; letter < 20; letter++) ink(140 + letter * 10, 706, 5, 12);
  return { width, height, data };
}

/** Base and tails as one file. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}

/** Twelve pages with 1 MB each of data that can't be packed, as scans are. */
export async function manyStreams(): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (let number = 1; number <= 12; number++) {
    const page = pdf.addPage([612, 792]);
    page.drawText(`Page ${number}`, { x: 56, y: 740 });
    page.node.set(PDFName.of('Scan'), pdf.context.register(pdf.context.stream(noise(1_000_000 + number, number))));
  }
  return pdf.save({ useObjectStreams: false });
}

/** A digest of the data on each page of such a document. */
export async function scansOf(bytes: Uint8Array): Promise<string[]> {
  const pages = (await PDFDocument.load(bytes)).getPages();
  return pages.map(({ node }) => {
    const scan = node.lookup(PDFName.of('Scan'));
    if (!(scan instanceof PDFRawStream)) throw new Error('A page has lost its scan');
    return createHash('sha256').update(scan.getContents()).digest('hex');
  });
}

/** Bytes that look random and are the same every time. */
function noise(length: number, seed: number): Uint8Array {
  let state = seed;
  return Uint8Array.from({ length }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >>> 24;
  });
}
