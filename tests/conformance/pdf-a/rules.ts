import { decodePDFRawStream, PDFArray, PDFBool, PDFDict, PDFDocument, PDFName, PDFNumber, PDFRawStream, PDFRef, type PDFObject } from 'pdf-lib';
import type { Intent } from './files.ts';

/** Print on; invisible, hidden, no view and toggle no view off. */
const flags = { must: 4, mayNot: 1 | 2 | 32 | 256 };
const colorOperators: Record<string, Intent> = { g: 'Gray', G: 'Gray', rg: 'RGB', RG: 'RGB', k: 'CMYK', K: 'CMYK' };
const deviceSpaces: Record<string, Intent> = { DeviceGray: 'Gray', DeviceRGB: 'RGB', DeviceCMYK: 'CMYK' };
/** What stands for a device space in the resources of what uses it. */
const stands: Record<Intent, string> = { Gray: 'DefaultGray', RGB: 'DefaultRGB', CMYK: 'DefaultCMYK' };

/**
 * What breaks the rules of ISO 19005 that fields and signatures can break, by veraPDF's numbers of clauses where the parts
 * differ (`docs/pdf-a.md`). Judges every annotation with its look, the form, the signatures and the trailer.
 */
export async function problemsOf(bytes: Uint8Array, part: 1 | 2 | 3, intent: Intent | null): Promise<string[]> {
  const pdf = await PDFDocument.load(bytes, { updateMetadata: false });
  const walk = new Walk(part, intent);
  for (const page of pdf.getPages()) for (const annotation of page.node.Annots()?.asArray() ?? []) walk.annotation(page.node.context.lookup(annotation, PDFDict));
  const form = pdf.catalog.lookupMaybe(PDFName.of('AcroForm'), PDFDict);
  if (form?.lookup(PDFName.of('NeedAppearances')) === PDFBool.True) walk.problem('NeedAppearances is true');
  if (form?.has(PDFName.of('XFA'))) walk.problem('there is an XFA');
  if (!pdf.context.trailerInfo.ID) walk.problem('the trailer has no ID');
  for (const [, object] of pdf.context.enumerateIndirectObjects()) if (object instanceof PDFDict) walk.signature(object);
  return [...walk.problems];
}

class Walk {
  readonly problems = new Set<string>();
  readonly #part: number;
  readonly #intent: Intent | null;
  readonly #seen = new Set<PDFObject>();

  constructor(part: number, intent: Intent | null) {
    this.#part = part;
    this.#intent = intent;
  }

  problem(text: string): void {
    this.problems.add(text);
  }

  annotation(annotation: PDFDict): void {
    const subtype = nameIn(annotation, 'Subtype');
    const bits = annotation.lookupMaybe(PDFName.of('F'), PDFNumber)?.asNumber() ?? 0;
    if ((bits & flags.must) === 0 || (bits & flags.mayNot) !== 0) this.problem(`flags ${bits} of a ${subtype}`);
    for (const key of ['AA', ...(subtype === 'Widget' ? ['A'] : [])]) if (annotation.has(PDFName.of(key))) this.problem(`a ${subtype} has ${key}`);
    const look = annotation.lookupMaybe(PDFName.of('AP'), PDFDict);
    if (!look && subtype === 'Widget') this.problem('a widget has no look');
    if (!look) return;
    if (look.keys().some((key) => key.asString() !== '/N')) this.problem('a look is more than /N');
    const normal = look.lookup(PDFName.of('N'));
    const isButton = subtype === 'Widget' && nameIn(annotation, 'FT') === 'Btn';
    if (isButton !== normal instanceof PDFDict) this.problem(`the look of a ${subtype} of kind ${nameIn(annotation, 'FT')} is ${normal?.constructor.name}`);
    const streams = normal instanceof PDFDict ? normal.values().map((value) => annotation.context.lookup(value)) : [normal];
    for (const stream of streams) if (stream instanceof PDFRawStream) this.#content(stream);
  }

  /** A form object: its operators and what they use. */
  #content(stream: PDFRawStream): void {
    if (this.#seen.has(stream)) return;
    this.#seen.add(stream);
    if (stream.dict.has(PDFName.of('Group')) && this.#part === 1) this.problem('a look is a transparency group');
    const resources = stream.dict.lookupMaybe(PDFName.of('Resources'), PDFDict);
    const spaces = resources?.lookupMaybe(PDFName.of('ColorSpace'), PDFDict);
    const text = Buffer.from(decodePDFRawStream(stream).decode()).toString('latin1');
    for (const [, operator = ''] of text.matchAll(/(?:^|\s)(g|G|rg|RG|k|K)(?=\s|$)/g)) this.#color(colorOperators[operator], spaces);
    if (/(?:^|\s)gs(?=\s|$)/.test(text) || resources?.has(PDFName.of('ExtGState'))) this.problem('a look sets a graphics state');
    for (const font of valuesOf(resources, 'Font')) if (font instanceof PDFDict) this.#font(font);
    for (const object of valuesOf(resources, 'XObject')) if (object instanceof PDFRawStream) this.#object(object, spaces);
  }

  #color(intent: Intent | undefined, spaces: PDFDict | undefined): void {
    if (!intent || spaces?.has(PDFName.of(stands[intent]))) return;
    // Gray is a part of whatever the intent is.
    if (this.#intent === null || (intent !== 'Gray' && intent !== this.#intent)) this.problem(`device colours of ${intent} without their intent`);
  }

  #object(object: PDFRawStream, spaces: PDFDict | undefined): void {
    if (nameIn(object.dict, 'Subtype') === 'Form') return this.#content(object);
    const space = object.dict.lookup(PDFName.of('ColorSpace'));
    if (space instanceof PDFName) this.#color(deviceSpaces[space.decodeText()], spaces);
    if (object.dict.has(PDFName.of('SMask')) && (this.#part === 1 || this.#intent === null)) this.problem('a picture shines through');
    for (const key of ['Alternates', 'OPI']) if (object.dict.has(PDFName.of(key))) this.problem(`a picture has ${key}`);
    if (object.dict.lookup(PDFName.of('Interpolate')) === PDFBool.True) this.problem('a picture is interpolated');
  }

  #font(font: PDFDict): void {
    const below = font.lookupMaybe(PDFName.of('DescendantFonts'), PDFArray)?.lookup(0, PDFDict) ?? font;
    const descriptor = below.lookupMaybe(PDFName.of('FontDescriptor'), PDFDict);
    const name = nameIn(font, 'BaseFont');
    if (!['FontFile', 'FontFile2', 'FontFile3'].some((key) => descriptor?.has(PDFName.of(key)))) this.problem(`the font ${name} is not embedded`);
    if (!font.has(PDFName.of('ToUnicode'))) this.problem(`the font ${name} has no way back to letters`);
    if (this.#part === 1 && below !== font && /^[A-Z]{6}\+/.test(name) && !descriptor?.has(PDFName.of('CIDSet'))) this.problem(`the subset ${name} has no CIDSet`);
    if (nameIn(below, 'Subtype') === 'CIDFontType2' && !below.has(PDFName.of('CIDToGIDMap'))) this.problem(`the font ${name} has no CIDToGIDMap`);
  }

  /** ISO 19005-2, 6.1.12 and 6.4.3: the digest is in the signature alone, and one signature has one place. */
  signature(dictionary: PDFDict): void {
    if (!['Sig', 'DocTimeStamp'].includes(nameIn(dictionary, 'Type'))) return;
    if (dictionary.lookupMaybe(PDFName.of('ByteRange'), PDFArray)?.size() !== 4) this.problem('a signature has no whole byte range');
    const references = dictionary.lookupMaybe(PDFName.of('Reference'), PDFArray)?.asArray() ?? [];
    for (const reference of references.map((it) => (it instanceof PDFRef ? dictionary.context.lookup(it) : it))) {
      if (reference instanceof PDFDict && ['DigestLocation', 'DigestMethod', 'DigestValue'].some((key) => reference.has(PDFName.of(key)))) this.problem('a reference of a signature has a digest');
    }
  }
}

function nameIn(dictionary: PDFDict, key: string): string {
  const value = dictionary.lookup(PDFName.of(key));
  return value instanceof PDFName ? value.decodeText() : '';
}

function valuesOf(resources: PDFDict | undefined, key: string): (PDFObject | undefined)[] {
  const dictionary = resources?.lookupMaybe(PDFName.of(key), PDFDict);
  return dictionary?.values().map((value) => dictionary.context.lookup(value)) ?? [];
}
