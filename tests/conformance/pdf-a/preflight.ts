import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** PDFBox with its judge of PDF/A-1b, and what it needs, as Debian has them. */
const jars = ['preflight', 'pdfbox2', 'fontbox2', 'xmpbox', 'commons-logging', 'jaxb-api', 'javax.activation'].map((name) => `/usr/share/java/${name}.jar`);
const program = join(import.meta.dirname, 'Preflight.java');

/** Whether PDFBox can judge here. */
export const hasPreflight = jars.every((jar) => existsSync(jar)) && spawnSync('javac', ['-version']).status === 0;

/** What is wrong with files as PDF/A-1b, by path; nothing where all is well. */
export function preflightErrors(paths: readonly string[]): Map<string, string[]> {
  const { status, stdout, stderr } = spawnSync('java', ['-cp', jars.join(':'), program, ...paths], { encoding: 'utf8' });
  if (status !== 0 || !stdout.includes(`judged ${paths.length}`)) throw new Error(`PDFBox did not judge: ${stderr}`);
  const lines = stdout.split('\n').map((line) => line.split('\t'));
  return new Map(paths.map((path) => [path, lines.flatMap(([of, error]) => (of === path && error ? [error] : []))]));
}
