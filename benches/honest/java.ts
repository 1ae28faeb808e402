import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { opinion, type Opinion, type SignatureFacts } from './verdicts.ts';

/** PDFBox and BouncyCastle, as Debian has them. */
const jars = ['pdfbox2', 'fontbox2', 'commons-logging', 'bcprov', 'bcpkix', 'bcutil'].map((name) => `/usr/share/java/${name}.jar`);
const program = join(import.meta.dirname, 'SignatureJudge.java');

/** What PDFBox and BouncyCastle find in each file: signatures, or why it can't be read. */
export function javaFacts(paths: readonly string[]): Map<string, SignatureFacts[] | string> {
  const { stdout, stderr } = spawnSync('java', ['-cp', jars.join(':'), program], { input: paths.join('\n'), encoding: 'utf8', maxBuffer: 1 << 28 });
  if (!stdout.endsWith('done\n')) throw new Error(`PDFBox did not judge: ${stderr.slice(0, 500)}`);
  const found = new Map<string, SignatureFacts[] | string>(paths.map((path) => [path, []]));
  for (const line of stdout.split('\n')) add(found, line.split('\t'));
  return found;
}

function add(found: Map<string, SignatureFacts[] | string>, [path = '', kind, ...parts]: string[]): void {
  if (kind === 'unreadable') found.set(path, parts.join(' '));
  const signatures = found.get(path);
  if (kind === 'signature' && Array.isArray(signatures)) signatures.push(factsOf(parts));
}

function factsOf([field = '', intact, whole, digest = '', key = '', bits, proven, problem = '']: string[]): SignatureFacts {
  return { field, intact: intact === 'true', coversWholeFile: whole === 'true', digest, key, bits: Number(bits), provenTime: Number(proven), problem };
}

/** Accepts if every digest and value is right; trust and later changes are not looked at. */
export function javaOpinion(facts: SignatureFacts[] | string): Opinion {
  if (typeof facts === 'string') return opinion([facts]);
  if (facts.length === 0) return opinion(['no signature']);
  return opinion(facts.filter(({ intact }) => !intact).map(({ problem }) => problem || 'the value does not match'));
}
