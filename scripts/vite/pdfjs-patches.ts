import type { Plugin } from 'vite';

type Patch = readonly [from: string, to: string];

/** Up to this size a document comes as a whole anyway, and from this size on a disk is felt too. */
const [SMALL, LARGE] = [512 * 1024, 16 * 1024 * 1024];
/** Of documents elsewhere pdf.js is given smaller pieces than this. */
const PIECE = 64 * 1024;

/**
 * pdf.js reads every page of a flat page tree, the last page and every field of a form, before it draws the first page: over
 * a network that is a way there and back for each, and megabytes nobody looks at. It is made to read what it needs for the
 * page that is asked for. What is lost: a large file whose page count is wrong is not repaired, and in files that are not
 * small, widgets without a parent, which a broken file may have, are drawn as they are.
 */
const lazyReading: readonly Patch[] = [
  ['currentNode === this.toplevelPagesDict && lastKid instanceof Ref', 'currentNode === this.toplevelPagesDict && last <= pageIndex && lastKid instanceof Ref'],
  [
    'await this.getPage(numPages - 1);\n    } catch (reason) {',
    `if (!(this.stream.length > ${LARGE} || this.stream.chunkSize < ${PIECE})) await this.getPage(numPages - 1);\n    } catch (reason) {`,
  ],
  [
    'this.pdfManager.ensureDoc("annotationGlobals"), this.pdfManager.ensureDoc("fieldObjects")]);\n      if (!annotationGlobals) {',
    `this.pdfManager.ensureDoc("annotationGlobals"), this.xref.stream.length > ${SMALL} ? null : this.pdfManager.ensureDoc("fieldObjects")]);\n      if (!annotationGlobals) {`,
  ],
];

const copyOf = (stream: string): string => `(${stream}.reset(), ((bytes) => new Stream(bytes, 0, bytes.length, ${stream}.dict))(${stream}.getBytes()))`;

/**
 * An annotation has one appearance stream, and whoever reads it moves its position: drawing a page while its annotations are
 * listed leaves filled fields blank, and so does a drawing that was cut short. Each reader gets a copy.
 */
const ownAppearances: readonly Patch[] = [
  ['stream: appearance,', `stream: ${copyOf('appearance')},`],
  ['stream: this.appearance,', `stream: ${copyOf('this.appearance')},`],
];

export function patchPdfjs(code: string): string {
  return [...lazyReading, ...ownAppearances].reduce((text, [from, to]) => {
    if (text.split(from).length !== 2) throw new Error(`pdf.js has changed where it is patched: ${from}`);
    return text.replace(from, () => to);
  }, code);
}

export const pdfjsPatches = (): Plugin => ({
  name: 'countersign:pdfjs-patches',
  enforce: 'pre',
  transform: (code, id) => (id.endsWith('/pdfjs-dist/build/pdf.worker.mjs') ? patchPdfjs(code) : null),
});
