import { readFileSync } from 'node:fs';
import type { Engine, SignatureReport } from '@countersign/core/node';
import { opinion, type Opinion } from './verdicts.ts';

/** Our own opinion of a file, whoever signed it. */
export async function productOpinion(engine: Engine, path: string, at: number): Promise<Opinion> {
  try {
    const document = await engine.open(readFileSync(path));
    try {
      const reports = await document.verify({ trust: [], at, ignoreTrust: true });
      return opinion(reports.length === 0 ? ['no signature'] : reports.flatMap(reasonsOf));
    } finally {
      await document.close();
    }
  } catch (error) {
    return opinion([error instanceof Error && 'code' in error ? String(error.code) : String(error)]);
  }
}

function reasonsOf({ acceptable, indication, subIndication, findings }: SignatureReport): string[] {
  if (acceptable) return [];
  const errors = findings.filter(({ severity }) => severity === 'error').map(({ code }) => code);
  return [`${indication} ${subIndication ?? ''}`.trim(), ...errors];
}
