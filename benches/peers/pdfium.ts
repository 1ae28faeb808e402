import { readFileSync } from 'node:fs';
import { fileOf, load, versionOf } from './packages.ts';
import type { ListedField, Peer } from './peer.ts';

type Call = (...values: (number | string)[]) => number;

interface Memory {
  HEAPU8: Uint8Array;
  wasmExports: { malloc(size: number): number; free(at: number): void };
  UTF16ToString(at: number): string;
  stringToUTF16(text: string, at: number, size: number): void;
}

type Calls =
  | 'FORM_ForceToKillFocus'
  | 'FORM_OnAfterLoadPage'
  | 'FORM_OnBeforeClosePage'
  | 'FORM_ReplaceSelection'
  | 'FORM_SelectAllText'
  | 'FORM_SetFocusedAnnot'
  | 'FPDFAnnot_GetFormFieldName'
  | 'FPDFAnnot_GetFormFieldValue'
  | 'FPDFAnnot_GetRect'
  | 'FPDFPage_CloseAnnot'
  | 'FPDFPage_GetAnnot'
  | 'FPDFPage_GetAnnotCount'
  | 'FPDF_CloseDocument'
  | 'FPDF_ClosePage'
  | 'FPDF_GetPageCount'
  | 'FPDF_LoadMemDocument'
  | 'FPDF_LoadPage'
  | 'FPDF_SaveAsCopy'
  | 'PDFiumExt_CloseFileWriter'
  | 'PDFiumExt_CloseFormFillInfo'
  | 'PDFiumExt_ExitFormFillEnvironment'
  | 'PDFiumExt_GetFileWriterData'
  | 'PDFiumExt_GetFileWriterSize'
  | 'PDFiumExt_Init'
  | 'PDFiumExt_InitFormFillEnvironment'
  | 'PDFiumExt_OpenFileWriter'
  | 'PDFiumExt_OpenFormFillInfo';

type Pdfium = { pdfium: Memory } & Record<Calls, Call>;

const name = '@embedpdf/pdfium';
/** How a file is saved: the end alone, or all of it. */
const [incremental, whole] = [1, 2];
const nameSize = 1024;
let loading: Promise<Pdfium> | undefined;

async function start(): Promise<Pdfium> {
  const { init } = await load<{ init(options: object): Promise<Pdfium> }>(name);
  const library = await init({ wasmBinary: readFileSync(fileOf(name, 'dist/pdfium.wasm')) });
  library.PDFiumExt_Init();
  return library;
}

/** Opens a document with its form and visits every widget. */
async function visit(bytes: Uint8Array, widget: (library: Pdfium, form: number, page: number, annotation: number, name: string, number: number) => void, end: (library: Pdfium, document: number) => Uint8Array[] = () => []): Promise<Uint8Array[]> {
  const library = await (loading ??= start());
  const { malloc, free } = library.pdfium.wasmExports;
  const at = malloc(bytes.length);
  library.pdfium.HEAPU8.set(bytes, at);
  const document = library.FPDF_LoadMemDocument(at, bytes.length, '');
  const information = library.PDFiumExt_OpenFormFillInfo();
  const form = library.PDFiumExt_InitFormFillEnvironment(document, information);
  const text = malloc(nameSize);
  for (let index = 0; index < library.FPDF_GetPageCount(document); index++) {
    const page = library.FPDF_LoadPage(document, index);
    library.FORM_OnAfterLoadPage(page, form);
    for (let number = 0; number < library.FPDFPage_GetAnnotCount(page); number++) {
      const annotation = library.FPDFPage_GetAnnot(page, number);
      library.FPDFAnnot_GetFormFieldName(form, annotation, text, nameSize);
      widget(library, form, page, annotation, library.pdfium.UTF16ToString(text), index + 1);
      library.FPDFPage_CloseAnnot(annotation);
    }
    library.FORM_OnBeforeClosePage(page, form);
    library.FPDF_ClosePage(page);
  }
  const result = end(library, document);
  library.PDFiumExt_ExitFormFillEnvironment(form);
  library.PDFiumExt_CloseFormFillInfo(information);
  library.FPDF_CloseDocument(document);
  free(text);
  free(at);
  return result;
}

function type(library: Pdfium, form: number, page: number, annotation: number, value: string): void {
  const size = (value.length + 1) * 2;
  const at = library.pdfium.wasmExports.malloc(size);
  library.pdfium.stringToUTF16(value, at, size);
  library.FORM_SetFocusedAnnot(form, annotation);
  library.FORM_SelectAllText(form, page);
  library.FORM_ReplaceSelection(form, page, at);
  library.FORM_ForceToKillFocus(form);
  library.pdfium.wasmExports.free(at);
}

/** What it appends to a file that ends with a cross-reference stream can't be read again, not even by itself. */
function modeFor(bytes: Uint8Array): number {
  const end = Buffer.from(bytes.subarray(-1024)).toString('latin1');
  return end.includes('trailer') ? incremental : whole;
}

function save(library: Pdfium, document: number, mode: number): Uint8Array[] {
  const writer = library.PDFiumExt_OpenFileWriter();
  library.FPDF_SaveAsCopy(document, writer, mode);
  const size = library.PDFiumExt_GetFileWriterSize(writer);
  const at = library.pdfium.wasmExports.malloc(size);
  library.PDFiumExt_GetFileWriterData(writer, at, size);
  const bytes = library.pdfium.HEAPU8.slice(at, at + size);
  library.pdfium.wasmExports.free(at);
  library.PDFiumExt_CloseFileWriter(writer);
  return [bytes];
}

/** PDFium in WebAssembly, typing the values in as a person would, which makes it write appearances. */
export const pdfium = (): Peer => ({
  name,
  version: versionOf(name),
  prepare: () => (loading ??= start()),
  list: async (bytes) => {
    const fields: ListedField[] = [];
    const text = await (loading ??= start()).then(({ pdfium: { wasmExports } }) => wasmExports.malloc(nameSize));
    await visit(bytes, (library, form, _page, annotation, field, page) => {
      library.FPDFAnnot_GetFormFieldValue(form, annotation, text, nameSize);
      const value = library.pdfium.UTF16ToString(text);
      library.FPDFAnnot_GetRect(annotation, text);
      fields.push({ name: field, value, page, rect: new Float32Array(library.pdfium.HEAPU8.slice(text, text + 16).buffer) });
    });
    return fields;
  },
  fill: (bytes, values) => visit(bytes, (library, form, page, annotation, field) => type(library, form, page, annotation, values[field] ?? ''), (library, document) => save(library, document, modeFor(bytes))),
});
