import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { PDFDocument, PDFTextField } from 'pdf-lib';

/** What keeps a result from a fair run: qpdf finds it damaged, a value does not read back or has no appearance. */
export async function judge(path: string, values: Record<string, string>): Promise<string | undefined> {
  const { status, stderr, error } = spawnSync('qpdf', ['--check', path], { encoding: 'utf8' });
  if (error) throw error;
  // qpdf ends with 3 where it only warns, which some peers' files make it do.
  if (status !== 0 && status !== 3) return `qpdf refuses its file (${stderr.trim().split('\n').at(-1)?.split(': ').at(-1)})`;
  const missing = new Map(Object.entries(values));
  for (const field of (await PDFDocument.load(readFileSync(path), { updateMetadata: false })).getForm().getFields()) {
    const name = field.getName();
    if (!(field instanceof PDFTextField) || field.getText() !== missing.get(name)) return `${name} is not filled`;
    if (!field.acroField.getWidgets()[0]?.getAppearances()?.normal) return `${name} has no appearance`;
    missing.delete(name);
  }
  return missing.size > 0 ? `${missing.size} fields are gone` : undefined;
}
