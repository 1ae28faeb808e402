/**
 * Input for field detection from pages rendered with pdf.js: text boxes and paths.
 *
 * @module
 */
export { drawnPaths } from './page/drawn-paths.ts';
export { textBox, type TextBox, type TextRun } from './page/text-box.ts';
