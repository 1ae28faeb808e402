/**
 * What detection asks of a page besides its raster, for those who draw pages with pdf.js.
 *
 * @module
 */
export { drawnPaths } from './page/drawn-paths.ts';
export { textBox, type TextBox, type TextRun } from './page/text-box.ts';
