import type { SignatureReport } from '@countersign/core';
import { useCallback, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { joinFields } from '#web/entities/field/file-fields.ts';
import { continuationOf } from '#web/features/verdict/continuation.ts';
import { worstOf } from '#web/features/verdict/verdict.ts';
import { validateBesideHere, validateHere } from '#web/services/signing/verdict.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { ComparableVerdict } from './ComparableVerdict.tsx';
import { OpenedDocument } from './OpenedDocument.tsx';
import type { DocumentState } from './use-open-document.ts';
import { useCoreFields } from './use-open-document.ts';
import styles from './documents.module.scss';

interface CheckedDocumentProps {
  title: string;
  opened: DocumentState;
  /** Signatures that are kept beside the document. */
  signatures?: readonly Blob[];
  /** Continues to filling in, if the document still allows it. */
  onFill: () => void;
}

const nothing: readonly Blob[] = [];

/** A document of this browser with its signature report and the possible next steps. */
export function CheckedDocument({ title, opened, signatures = nothing, onFill }: CheckedDocumentProps) {
  const { t } = useTranslation('verdict');
  const [body, password] = opened.status === 'open' ? [opened.body, opened.password] : [null, undefined];
  const page = opened.status === 'page' ? opened.body : null;
  const validate = useCallback(async () => [...(body ? await validateHere(body, password) : []), ...(await validateFiles(page ?? body, signatures))], [body, password, page, signatures]);
  return (
    <div className={styles.checked}>
      {body || page ? (
        <aside className={styles.verdictSide} aria-label={t('signatures')}>
          <div className={styles.sideInner}>
            <ComparableVerdict opened={opened} title={title} validate={validate} after={(reports) => (page ? <WhereSignaturesAre isKnown={reports.length > 0} /> : <WhatIsLeft opened={opened} reports={reports.filter(({ field }) => field)} onFill={onFill} />)} />
          </div>
        </aside>
      ) : null}
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={title} widgets />
      </div>
    </div>
  );
}

const validateFiles = async (content: Blob | null, signatures: readonly Blob[]): Promise<SignatureReport[]> =>
  content && signatures.length > 0 ? validateBesideHere(content, await Promise.all(signatures.map(async (each) => new Uint8Array(await each.arrayBuffer())))) : [];

function WhereSignaturesAre({ isKnown }: { isKnown: boolean }) {
  const { t } = useTranslation('verdict');
  return isKnown ? null : <p className={styles.quiet}>{t('check.beside')}</p>;
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
