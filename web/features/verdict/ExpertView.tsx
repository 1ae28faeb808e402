import type { SignatureReport } from '@countersign/core';
import { useTranslation } from 'react-i18next';
import { saveAs } from '#web/services/api/bodies.ts';
import { Button } from '#web/ui/Button.tsx';
import { findingText } from './finding-text.ts';
import styles from './verdict.module.scss';

/** Indications of ETSI EN 319 102-1, 5.1.3. */
const indications = { passed: 'TOTAL-PASSED', failed: 'TOTAL-FAILED', indeterminate: 'INDETERMINATE' } as const;

/** All validation data in the terms of the standard. */
export function ExpertView({ report }: { report: SignatureReport }) {
  const { t } = useTranslation('verdict');
  const { signer } = report;
  const rows: [label: string, value: string | null | undefined][] = [
    [t('expertRow.indication'), [indications[report.indication], report.subIndication].filter(Boolean).join(' / ')],
    [t('expertRow.level'), report.level === 'none' ? t('expertRow.noLevel') : `PAdES ${report.level}`],
    [t('expertRow.field'), report.field],
    [t('expertRow.byteRange'), report.byteRange.join(' ')],
    [t('expertRow.subject'), signer?.subject],
    [t('expertRow.issuer'), signer?.issuer],
    [t('expertRow.serial'), signer?.serialNumber],
    [t('expertRow.validity'), signer ? `${signer.notBefore} – ${signer.notAfter}` : null],
    [t('expertRow.key'), signer?.key],
    [t('expertRow.fingerprint'), signer?.fingerprint],
    [t('expertRow.revocation'), report.revocation.map(revocationLine).join('; ')],
    [t('expertRow.provenTime'), report.provenTime],
    [t('expertRow.qualification'), report.qualification ? [report.qualification.level, ...report.qualification.reasons].join(' / ') : null],
    [t('expertRow.list'), report.qualification?.service ? `${report.qualification.service.territory} – ${report.qualification.service.listUntil}` : null],
    [t('expertRow.timestamp'), report.timestamp?.authority?.commonName ?? report.timestamp?.authority?.subject],
  ];
  return (
    <div className={styles.expert}>
      <dl className={styles.rows}>
        {rows.map(([label, value]) =>
          value ? (
            <div key={label} className={styles.row}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      {report.findings.length > 0 ? (
        <>
          <h5 className={styles.subtitle}>{t('findings')}</h5>
          <ul className={styles.findings}>
            {report.findings.map((finding) => (
              <li key={`${finding.code}${finding.where}`}>
                <code>{finding.code}</code> {finding.severity === 'info' ? null : findingText(finding.code)} <span lang="en">{finding.message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {report.changes.length > 0 ? (
        <>
          <h5 className={styles.subtitle}>{t('changes')}</h5>
          <ul className={styles.findings}>
            {report.changes.map((change, index) => (
              <li key={index}>
                <code>{change.object ?? '–'}</code> <span lang="en">{change.severity}: {change.message}</span>
              </li>
            ))}
          </ul>
        </>
      ) : null}
      <Button look="quiet" onPress={() => saveReport(report)}>
        {t('saveReport')}
      </Button>
    </div>
  );
}

/** Formats the revocation status of a certificate: `Issuing CA: good (ocsp, 2026-11-21T12:54:25Z)`. */
function revocationLine({ certificate, state, source, knownAt }: SignatureReport['revocation'][number]): string {
  const from = [source, knownAt].filter(Boolean).join(', ');
  return `${certificate}: ${state}${from ? ` (${from})` : ''}`;
}

function saveReport(report: SignatureReport): void {
  saveAs(new Blob([JSON.stringify(report, null, 2)], { type: 'application/json' }), `${report.field ?? 'signature'}.json`);
}
