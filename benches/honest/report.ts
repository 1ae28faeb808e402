import { isHonest, type JudgedFile } from './verdicts.ts';

/** The share of the files that two of three judges accept, by class. */
export function tableByClass(files: readonly JudgedFile[]): string {
  const names = [...new Set(files.map((file) => file.class))].toSorted();
  const rows = names.map((name) => rowOf(name, files.filter((file) => file.class === name)));
  return ['| class | signed files | honest | accepted | share |', '|---|---|---|---|---|', ...rows, rowOf('**all**', files)].join('\n');
}

function rowOf(name: string, files: readonly JudgedFile[]): string {
  const honest = files.filter(isHonest);
  return `| ${name} | ${files.length} | ${honest.length} | ${accepted(honest).length} | ${share(honest)} |`;
}

/** How many of the files we accept, of those that two judges accept. */
export function share(honest: readonly JudgedFile[]): string {
  return honest.length === 0 ? '–' : `${((accepted(honest).length / honest.length) * 100).toFixed(1)} %`;
}

const accepted = (files: readonly JudgedFile[]): JudgedFile[] => files.filter(({ product }) => product.accepts);

/** Every file where we differ from the judges, with the reasons of both. */
export function differences(files: readonly JudgedFile[]): string {
  return [
    '### Honest files that we refuse', table(files.filter((file) => isHonest(file) && !file.product.accepts)),
    '### Files that one judge accepts and we refuse', table(files.filter((file) => !isHonest(file) && !file.product.accepts && anyJudge(file))),
    '### Files that we accept and fewer than two judges do', table(files.filter((file) => !isHonest(file) && file.product.accepts)),
  ].join('\n\n');
}

const anyJudge = ({ pyHanko, java, dss }: JudgedFile): boolean => [pyHanko, java, dss].some(({ accepts }) => accepts);

function table(files: readonly JudgedFile[]): string {
  if (files.length === 0) return 'None.';
  const rows = files.map((file) => `| ${file.name} | ${file.class} | ${said(file.product)} | ${said(file.pyHanko)} | ${said(file.java)} | ${said(file.dss)} |`);
  return ['| file | class | Countersign | pyHanko | PDFBox, BouncyCastle | DSS by its rules |', '|---|---|---|---|---|---|', ...rows].join('\n');
}

function said({ accepts, reason }: JudgedFile['product']): string {
  return accepts ? 'accepts' : reason.replaceAll(/[|\n]/g, ' ').slice(0, 140);
}
