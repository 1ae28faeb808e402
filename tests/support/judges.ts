import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { judgePython, shared } from './shared.ts';

const judgeScript = shared('judge/signature/judge.py');

/** Whether pyHanko can judge here. */
export const hasSignatureJudge = judgeScript !== undefined && existsSync(judgePython);

/** pyHanko's verdict on one signature. */
export interface JudgedSignature {
  field: string;
  intact: boolean;
  valid: boolean;
  trusted: boolean;
  coverage: string;
  gap_exact: boolean;
  pades_level: string | null;
  docmdp_ok: boolean;
  modification_level: string;
  signer_cn: string;
  type: 'Sig' | 'DocTimeStamp';
  pades_problems: string[];
  timestamp: { trusted: boolean } | null;
  /** Its verdict by EN 319 102-1, without a network; for signatures only. */
  ades_offline?: string;
}

/** pyHanko's verdict on a file. */
export interface Verdict {
  all_acceptable: boolean;
  signatures: JudgedSignature[];
}

/** Lets pyHanko judge, trusting one root only; with another clock where `at` says so. */
export function judgeSignatures(pdf: string, rootPem: string, level = 'B-B', password = '', at?: Date): { status: number | null; verdict: Verdict } {
  return judge([pdf, '--trust', rootPem, '--expect-level', level, '--password', password, ...(at ? ['--at', at.toISOString()] : [])]);
}

/** Lets pyHanko judge a file whose signer nobody vouches for. */
export function judgeSelfSigned(pdf: string, rootPem: string, level = 'B-B'): { status: number | null; verdict: Verdict } {
  return judge([pdf, '--trust', rootPem, '--ignore-trust', '--expect-level', level]);
}

/** The command line that lets pyHanko judge, for tests that run several side by side. */
export function judgeArguments(order: string[]): string[] {
  return [judgePython, judgeScript ?? '', ...order];
}

function judge(order: string[]): { status: number | null; verdict: Verdict } {
  const result = spawnSync(judgePython, [judgeScript ?? '', ...order], { encoding: 'utf8' });
  if (!result.stdout) throw new Error(`The judge said nothing: ${result.stderr}`);
  return { status: result.status, verdict: JSON.parse(result.stdout) };
}

/** Problems that qpdf finds; empty for a sound file. */
export function qpdfProblems(pdf: string, password = ''): string {
  const { status, stdout, stderr } = spawnSync('qpdf', [`--password=${password}`, '--check', pdf], { encoding: 'utf8' });
  return status === 0 ? '' : `${stdout}${stderr}`;
}

/** What poppler says of each signature; its exit status is always 0, so the text counts. */
export function popplerSignatures(pdf: string, password?: string): { validation: string; coversWhole: boolean }[] {
  const home = mkdtempSync(join(tmpdir(), 'countersign-nss-'));
  try {
    spawnSync('certutil', ['-N', '-d', `sql:${home}`, '--empty-password']);
    const { stdout } = spawnSync('pdfsig', ['-nssdir', `sql:${home}`, '-nocert', ...(password === undefined ? [] : ['-upw', password]), pdf], { encoding: 'utf8' });
    return stdout.split(/^Signature #\d+:/m).slice(1).map((part) => ({
      validation: /Signature Validation: (.*)/.exec(part)?.[1]?.trim() ?? 'none',
      coversWhole: part.includes('Total document signed'),
    }));
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/** The page as text, as a reader shows it. */
export function textOf(pdf: string, password: string[] = []): string {
  return spawnSync('pdftotext', ['-layout', ...password, pdf, '-'], { encoding: 'utf8' }).stdout;
}

/** Writes bytes where a judge can read them. */
export function asFile(folder: string, name: string, bytes: Uint8Array | string): string {
  const path = join(folder, name);
  writeFileSync(path, bytes);
  return path;
}
