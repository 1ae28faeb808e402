import { spawnSync } from 'node:child_process';
import { dirname, join } from 'node:path';
import type { JudgedSignature, Verdict } from '../../tests/support/judges.ts';
import { judgePython, shared } from '../../tests/support/shared.ts';
import type { ComparedOpinion } from './verdicts.ts';

interface AnsweredSignature extends JudgedSignature {
  error: string | null;
  trust_problem: string | null;
}

interface Answer extends Verdict {
  error?: string;
  file_problems?: string[];
  signatures: AnsweredSignature[];
}

/** Its verdict on algorithms and key sizes. It belongs to the path of certificates there, but trust is not what it is about. */
const WEAK = 'CRYPTO_CONSTRAINTS_FAILURE';

const program = join(import.meta.dirname, 'pyhanko_judge.py');

/** pyHanko's opinion of each file, whoever signed it. */
export function pyHankoOpinions(paths: readonly string[]): ComparedOpinion[] {
  const judge = shared('judge/signature/judge.py');
  if (judge === undefined) throw new Error('pyHanko judges only where its program lies beside the checkout');
  const anyRoot = join(dirname(judge), 'pki', 'out-rsa', 'root.cert.pem');
  const { stdout, stderr } = spawnSync(judgePython, [program, dirname(judge), anyRoot], { input: paths.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  const answers = stdout.trim().split('\n').map((line) => JSON.parse(line) as Answer);
  if (answers.length !== paths.length) throw new Error(`pyHanko did not judge: ${stderr.slice(0, 500)}`);
  return answers.map(opinionOf);
}

function opinionOf(answer: Answer): ComparedOpinion {
  const { all_acceptable: acceptsApartFromAlgorithms, signatures } = answer;
  const accepts = acceptsApartFromAlgorithms && !signatures.some(isWeak);
  return { accepts, acceptsApartFromAlgorithms, reason: accepts ? '' : reasonOf(answer), laterChangesAllowed: laterChangesAllowed(answer) };
}

/** Undefined where it did not compare. Bytes that neither a revision nor a signature accounts for are a later change, too. */
function laterChangesAllowed({ error, signatures, file_problems: problems = [] }: Answer): boolean | undefined {
  if (error !== undefined || signatures.length === 0 || signatures.some(({ error: problem }) => problem !== null)) return undefined;
  const strayBytes = problems.length > 0 && !signatures.some(({ coverage }) => coverage === 'ENTIRE_FILE');
  return !strayBytes && signatures.every(({ docmdp_ok: allowed }) => allowed);
}

const isWeak = ({ trust_problem: problem }: AnsweredSignature): boolean => problem?.startsWith(WEAK) ?? false;

function reasonOf({ error, signatures, file_problems: problems = [] }: Answer): string {
  const reasons = [error ?? '', ...problems, ...signatures.flatMap(reasonsOf)].filter((part) => part !== '');
  return [...new Set(reasons)].join('; ') || (signatures.length === 0 ? 'no signature' : 'refused');
}

function reasonsOf(signature: AnsweredSignature): string[] {
  return [
    signature.error ?? '',
    ...(isWeak(signature) ? [WEAK] : []),
    ...(signature.intact ? [] : ['not intact']),
    ...(signature.valid ? [] : ['value not valid']),
    ...(signature.docmdp_ok ? [] : [`changed later (${signature.modification_level})`]),
    ...(signature.gap_exact ? [] : ['the gap of the byte range is not exact']),
  ];
}
