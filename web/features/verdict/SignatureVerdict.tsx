import type { SignatureReport } from '@countersign/core';
import { CircleAlert, CircleCheck, TriangleAlert } from 'lucide-react';
import { Button as AriaButton, Disclosure, DisclosurePanel, Heading } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Evidence } from './Evidence.tsx';
import { ExpertView } from './ExpertView.tsx';
import { signerName, verdictOf } from './verdict.ts';
import styles from './verdict.module.scss';

const signs = { success: CircleCheck, attention: TriangleAlert, negative: CircleAlert } as const;

interface SignatureVerdictProps {
  report: SignatureReport;
  /** Names of the fields with document time stamps. */
  stamps: ReadonlySet<string>;
  onCompare?: ((report: SignatureReport) => void) | undefined;
}

/** One signature: a summary, then the evidence, then the expert view. */
export function SignatureVerdict({ report, stamps, onCompare }: SignatureVerdictProps) {
  const { t, i18n } = useTranslation('verdict');
  const { t: comparison } = useTranslation('comparison');
  const { key, meaning } = verdictOf(report, stamps);
  const time = report.timestamp?.time ?? report.signingTime;
  const date = time ? new Intl.DateTimeFormat(i18n.language, { dateStyle: 'long' }).format(new Date(time)) : null;
  const name = signerName(report) || t('someone');
  // A document time stamp expresses no consent to the content.
  const did = report.kind === 'documentTimestamp' ? 'sealedOn' : 'signedOn';
  const who = date ? t(did, { name, date }) : t('signedBy', { name });
  return (
    <article className={styles.verdict} data-meaning={meaning}>
      <p className={styles.sentence}>
        <Icon of={signs[meaning]} className={styles.sign} />
        <span>
          {sentencesOf([...(key === 'empty' ? [] : [who]), t(`sentence.${key}`)], i18n.language)}
        </span>
      </p>
      {report.reason ? <p className={styles.reason}>{t('proof.reason', { reason: report.reason })}</p> : null}
      {onCompare && !report.coversWholeFile && report.revisionEnd > 0 ? (
        <Button look="plain" className={styles.compare} onPress={() => onCompare(report)}>
          {comparison('open')}
        </Button>
      ) : null}
      <Disclosure className={styles.disclosure}>
        <Heading level={3} className={styles.more}>
          <AriaButton slot="trigger" className={styles.trigger}>
            {t('evidence')}
          </AriaButton>
        </Heading>
        <DisclosurePanel>
          <Evidence report={report} />
          <Disclosure className={styles.disclosure}>
            <Heading level={4} className={styles.more}>
              <AriaButton slot="trigger" className={styles.trigger}>
                {t('expert')}
              </AriaButton>
            </Heading>
            <DisclosurePanel>
              <ExpertView report={report} />
            </DisclosurePanel>
          </Disclosure>
        </DisclosurePanel>
      </Disclosure>
    </article>
  );
}
