import type { SignatureReport } from '@countersign/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joinFields } from '#web/entities/field/file-fields.ts';
import { continuationOf } from '#web/features/verdict/continuation.ts';
import { worstOf } from '#web/features/verdict/verdict.ts';
import { validateHere } from '#web/services/signing/verdict.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { ComparableVerdict } from './ComparableVerdict.tsx';
import { OpenedDocument } from './OpenedDocument.tsx';
import type { DocumentState } from './use-open-document.ts';
import { useCoreFields } from './use-open-document.ts';
import styles from './documents.module.scss';

interface CheckedDocumentProps {
  title: string;
  opened: DocumentState;
  /** Continues to filling in, if the document still allows it. */
  onFill: () => void;
}

/** A document of this browser with its signature report and the possible next steps. */
export function CheckedDocument({ title, opened, onFill }: CheckedDocumentProps) {
  const { t } = useTranslation('verdict');
  const [body, password] = opened.status === 'open' ? [opened.body, opened.password] : [null, undefined];
  const validate = useCallback(() => (body ? validateHere(body, password) : Promise.resolve([])), [body, password]);
  return (
    <div className={styles.checked}>
      {body ? (
        <aside className={styles.verdictSide} aria-label={t('signatures')}>
          <div className={styles.sideInner}>
            <ComparableVerdict opened={opened} title={title} validate={validate} after={(reports) => <WhatIsLeft opened={opened} reports={reports} onFill={onFill} />} />
          </div>
        </aside>
      ) : null}
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={title} widgets />
      </div>
    </div>
  );
}

function WhatIsLeft({ opened, reports, onFill }: Pick<CheckedDocumentProps, 'opened' | 'onFill'> & { reports: readonly SignatureReport[] }) {
  const { t } = useTranslation('verdict');
  const inFile = useCoreFields(opened, { named: true });
  const left = useMemo(() => inFile && continuationOf(joinFields([], inFile), reports), [inFile, reports]);
  if (!left) return null;
  // Without signatures the document can be filled in.
  const isOpen = reports.length === 0 || left.kind === 'open';
  return (
    <div className={styles.done}>
      {reports.length > 0 ? <p className={styles.quiet}>{left.kind === 'open' ? t('left.open', { count: left.places }) : t(`left.${left.kind}`)}</p> : null}
      {isOpen ? (
        <Button look={worstOf(reports) === 'negative' ? 'plain' : 'primary'} onPress={onFill}>
          {t('left.fill')}
        </Button>
      ) : null}
    </div>
  );
}
