import type { Field, FieldTable } from '../engine.ts';

interface Columns {
  length: number;
  /** Default values of a field. */
  usual: Field;
  /** Columns for properties that differ from the defaults, with a value per field, or the name of an identical column. */
  columns: { [Property in keyof Field]?: Field[Property][] | keyof Field };
  /** Rectangles: left, top, width and height per field, in ten-thousandths of a percent. */
  sides?: number[];
}

const partsOfPercent = 10_000;

/**
 * Converts the core's field table to fields. The core writes it as one JSON text, because creating objects across the
 * WebAssembly boundary is slower. Each object is created with all its properties at once, because adding properties
 * later is slow.
 */
export function fieldsOf(table: FieldTable): Field[] {
  const { length, usual, columns, sides }: Columns = JSON.parse(table);
  const column = <Property extends keyof Field>(property: Property): readonly Field[Property][] => {
    const found = columns[property] ?? Array<Field[Property]>(length).fill(usual[property]);
    return typeof found === 'string' ? (column(found) as readonly Field[Property][]) : found;
  };
  const rect = sides ? rectsOf(sides) : column('rect');
  const [id, type, page, value, pdfFieldId, fieldName, tooltip, options, exportValue] = [column('id'), column('type'), column('page'), column('value'), column('pdfFieldId'), column('fieldName'), column('tooltip'), column('options'), column('exportValue')];
  const [doNotPrint, hidden, comb, readonly, lockedBy, required, hasAppearance, label] = [column('doNotPrint'), column('hidden'), column('comb'), column('readonly'), column('lockedBy'), column('required'), column('hasAppearance'), column('label')];
  const [textColor, textMaxLength, textAlign, multiline, fontSize, textFormat, dateFormat] = [column('textColor'), column('textMaxLength'), column('textAlign'), column('multiline'), column('fontSize'), column('textFormat'), column('dateFormat')];
  const [autoFill, ratio, group, recipient, mode, detected, changed] = [column('autoFill'), column('ratio'), column('group'), column('recipient'), column('mode'), column('detected'), column('changed')];
  // Each field needs its own copy of mutable values.
  const permittedTypes = columns.permittedTypes ? column('permittedTypes') : Array.from({ length }, () => [...usual.permittedTypes]);
  const fields: unknown[] = [];
  for (let n = 0; n < length; n++) {
    const field: Record<keyof Field, unknown> = {
      id: id[n], type: type[n], page: page[n], rect: rect[n], value: value[n], pdfFieldId: pdfFieldId[n], fieldName: fieldName[n], tooltip: tooltip[n], options: options[n], exportValue: exportValue[n],
      doNotPrint: doNotPrint[n], hidden: hidden[n], comb: comb[n], readonly: readonly[n], lockedBy: lockedBy[n], required: required[n], hasAppearance: hasAppearance[n], label: label[n],
      textColor: textColor[n], autoFill: autoFill[n], permittedTypes: permittedTypes[n], textMaxLength: textMaxLength[n], textAlign: textAlign[n], multiline: multiline[n],
      fontSize: fontSize[n], textFormat: textFormat[n], dateFormat: dateFormat[n], ratio: ratio[n], group: group[n], recipient: recipient[n], mode: mode[n], detected: detected[n], changed: changed[n],
    };
    fields.push(field);
  }
  return fields as Field[];
}

function rectsOf(sides: readonly number[]): Field['rect'][] {
  const rects: Field['rect'][] = [];
  for (let at = 0; at < sides.length; at += 4) {
    const side = (place: number) => (sides[at + place] ?? 0) / partsOfPercent;
    rects.push({ x: side(0), y: side(1), width: side(2), height: side(3) });
  }
  return rects;
}
