import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDocument, PDFTextField } from 'pdf-lib';

/** The result of a fair run: qpdf finds nothing wrong, every value reads back and has its appearance. */
export async function judge(path: string, values: Record<string, string>): Promise<void> {
  // qpdf ends with 3 where it only warns, which some peers' files make it do.
  const { status } = spawnSync('qpdf', ['--check', path], { stdio: 'ignore' });
  if (status !== 0 && status !== 3) execFileSync('qpdf', ['--check', path], { stdio: 'inherit' });
  const missing = new Map(Object.entries(values));
  for (const field of (await PDFDocument.load(readFileSync(path), { updateMetadata: false })).getForm().getFields()) {
    const name = field.getName();
    if (!(field instanceof PDFTextField) || field.getText() !== missing.get(name)) throw new Error(`${path}: ${name} is not filled`);
    if (!field.acroField.getWidgets()[0]?.getAppearances()?.normal) throw new Error(`${path}: ${name} has no appearance`);
    missing.delete(name);
  }
  if (missing.size > 0) throw new Error(`${path}: ${missing.size} fields are gone`);
}
