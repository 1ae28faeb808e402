import type { FindingCode, SignatureReport } from '@countersign/core';
import { Check, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { messageOf, findingMessages } from './finding-text.ts';
import { integrityOf, timeProof } from './verdict.ts';
import styles from './verdict.module.scss';

/** The evidence: integrity, later changes, trust, time. */
export function Evidence({ report }: { report: SignatureReport }) {
  const { t, i18n } = useTranslation('verdict');
  const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long', timeStyle: 'medium' });
  const forbidden = report.changes.filter((change) => change.severity !== 'allowed').length;
  const time = report.timestamp?.time ?? report.signingTime;
  return (
    <ul className={styles.evidence}>
      <Line ok={report.intact} neutral={!report.intact && report.indication !== 'failed'} text={t(`proof.${integrityOf(report)}`)} />
      <Line
        ok={forbidden === 0}
        text={
          forbidden > 0
            ? t('proof.forbidden', { count: forbidden })
            : report.coversWholeFile
              ? t('proof.whole')
              : t('proof.allowedLater', { count: report.changes.length + report.changesOmitted })
        }
      />
      <FilledSince changes={report.changes} />
      <Line
        ok={report.trusted}
        text={t(report.trusted ? 'proof.trusted' : 'proof.untrusted', {
          issuer: report.signer?.issuerCommonName ?? report.signer?.issuer ?? t('someone'),
        })}
      />
      <Qualification of={report} />
      {report.signer?.email ? <Line ok={report.trusted} text={t('proof.email', { email: report.signer.email })} /> : null}
      {time ? <Line ok neutral={timeProof(report) !== 'stamped'} text={t(`proof.${timeProof(report)}`, { time: format.format(new Date(time)) })} /> : null}
      {report.provenTime && report.provenTime !== report.timestamp?.time ? (
        <Line ok text={t('proof.proven', { time: format.format(new Date(report.provenTime)) })} />
      ) : null}
      {report.revocation.length > 0 && report.revocation.every(({ state }) => state === 'good') ? <Line ok text={t('proof.revocationGood')} /> : null}
      {findingMessages(report.findings.filter(({ code }) => !isSaidAbove(code))).map(({ severity, text }) => (
        <Line key={text} ok={false} neutral={severity === 'warning'} text={text} />
      ))}
    </ul>
  );
}

/** The legal level of the signature, if trusted lists were consulted. A signature that is not qualified is no problem in itself. */
function Qualification({ of: { qualification } }: { of: SignatureReport }) {
  const { t, i18n } = useTranslation('verdict');
  if (!qualification) return null;
  const { level, reasons, service } = qualification;
  // An invalid signature is already reported above.
  if (level === 'none' || reasons.includes('not_valid')) return null;
  const said = [
    t(`qualification.${level}`),
    ...reasons.flatMap((reason) => (reason === 'not_valid' || reason === 'stamp_not_qualified' ? [] : t(`qualificationReason.${reason}`))),
    ...(service ? [t('qualificationService', { provider: service.provider, name: service.name, territory: territoryName(service.territory, i18n.language) })] : []),
  ];
  return <Line ok neutral={reasons.length > 0} text={sentencesOf(said, i18n.language)} />;
}

/** Returns the name of a list's territory. Codes that the browser does not know, such as the EU, stay as they are. */
function territoryName(territory: string, language: string): string {
  try {
    return new Intl.DisplayNames([language], { type: 'region' }).of(territory) ?? territory;
  } catch {
    return territory;
  }
}

/** Maximum number of fields listed by name. */
const NAMED_FIELDS = 20;

/** Fields filled after the signature, with value and appearance. */
function FilledSince({ changes }: Pick<SignatureReport, 'changes'>) {
  const { t } = useTranslation('verdict');
  const filled = [...new Map(changes.filter(({ kind, field }) => kind === 'fieldFilled' && field).map((change) => [change.field, change])).values()];
  const text = ({ field, value = '', shown }: SignatureReport['changes'][number]): string => {
    if (shown === undefined) return t('proof.filledUndetermined', { field, value });
    return shown.trim() === value.trim() ? t('proof.filled', { field, value }) : t('proof.filledShows', { field, value, shown });
  };
  return (
    <>
      {filled.slice(0, NAMED_FIELDS).map((change) => (
        <Line key={change.field} ok neutral text={text(change)} />
      ))}
      {filled.length > NAMED_FIELDS ? <Line ok neutral text={t('proof.filledMore', { count: filled.length - NAMED_FIELDS })} /> : null}
    </>
  );
}

/** Trust in the certificate and in the time stamp has its own line. */
const isSaidAbove = (code: FindingCode): boolean => messageOf[code] === 'untrusted' || code === 'timestamp_untrusted';

function Line({ ok, neutral = false, text }: { ok: boolean; neutral?: boolean; text: string }) {
  const { t } = useTranslation('verdict');
  return (
    <li className={styles.line} data-state={neutral ? 'neutral' : ok ? 'good' : 'bad'}>
      {neutral ? <span className={styles.dot} aria-hidden /> : <Icon of={ok ? Check : X} size={16} label={ok ? t('good') : t('bad')} />}
      <span>{text}</span>
    </li>
  );
}
