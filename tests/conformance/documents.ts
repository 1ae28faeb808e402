import { PDFDocument, StandardFonts } from 'pdf-lib';
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

/** Base and tails as one file. */
export function joined(...parts: Uint8Array[]): Uint8Array {
  return new Uint8Array(Buffer.concat(parts));
}
