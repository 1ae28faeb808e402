import type { SignatureReport } from '../engine.ts';

/** A verdict as a person reads it: a sentence for each signature, what it rests on, then the findings. */
export function inWords(reports: readonly SignatureReport[]): string {
  if (reports.length === 0) return 'The document has no signatures.';
  return reports.map(oneInWords).join('\n\n');
}

function oneInWords(report: SignatureReport): string {
  const who = report.signer?.commonName ?? report.signer?.subject ?? report.name ?? 'someone unknown';
  const what = report.kind === 'documentTimestamp' ? `Time stamp by ${who}` : `Signed by ${who}`;
  const lines = [
    `${what}${report.field ? ` (field ${report.field})` : ''}: ${sentence(report)}`,
    ...facts(report).map((fact) => `  ${fact}`),
    ...report.findings.map((finding) => `  ${marks[finding.severity]} ${finding.message} [${finding.code}${finding.where ? `, ${finding.where}` : ''}]`),
  ];
  return lines.join('\n');
}

const marks = { error: 'x', warning: '!', info: '-' } as const;

function sentence(report: SignatureReport): string {
  if (report.acceptable) return report.coversWholeFile ? 'holds, and nothing was changed since.' : 'holds; what came later was allowed.';
  if (!report.intact) return 'does NOT hold: what was signed is not what stands here.';
  if (report.changes.some((change) => change.severity !== 'allowed')) return 'does NOT hold for the document as it is: it was changed afterwards.';
  if (!report.trusted) return 'is intact, but nobody trusted vouches for the signer.';
  return 'does NOT hold.';
}

function facts(report: SignatureReport): string[] {
  const revocation = report.revocation.map(({ certificate, state, source }) => `${certificate}: ${state}${source ? ` (${source})` : ''}`);
  return [
    report.level === 'none' ? 'No PAdES level.' : `PAdES ${report.level}.`,
    report.provenTime ? `Existed at ${report.provenTime}, as time stamps prove.` : `Nothing proves the time${report.signingTime ? `; the signer states ${report.signingTime}` : ''}.`,
    ...(revocation.length > 0 ? [`Revocation: ${revocation.join(', ')}.`] : []),
    ...(report.certified ? [`Certifies the document, P=${report.certified}.`] : []),
  ];
}
