import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { validateHere, validateSelfSigned } from '#web/services/signing/verdict.service.ts';
import type { VisitorFile } from '#web/services/visitor/visitor-database.ts';
import { Button } from '#web/ui/Button.tsx';
import { ComparableVerdict } from '../shared/ComparableVerdict.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import type { DocumentState } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

/** The signed document; `wasSigned`: it had signatures of others before. */
export interface Signed {
  readonly body: Blob;
  readonly wasSigned: boolean;
}

interface SignedViewProps {
  file: VisitorFile;
  signed: Signed;
  opened: DocumentState;
}

/** Result for visitors: the signed document and its signature report. */
export function SignedView({ file, signed, opened }: SignedViewProps) {
  const { t } = useTranslation('signing');
  const isSignedIn = useAppSelector(selectIsSignedIn);
  // The server has no trust data for the visitor's own signature, but may have it for others.
  const validate = useCallback(() => (signed.wasSigned ? validateHere(signed.body) : validateSelfSigned(signed.body)), [signed]);
  return (
    <div className={styles.body}>
      <div className={styles.middle}>
        <OpenedDocument opened={opened} title={file.title} widgets />
      </div>
      <aside className={styles.verdictSide} aria-label={t('visitor.signed')}>
        <div className={styles.sideInner}>
          <div className={styles.done}>
            <h2 className={styles.doneTitle}>{t('visitor.signed')}</h2>
            <p className={styles.quiet}>{t('visitor.signedText')}</p>
          </div>
          <ComparableVerdict opened={opened} title={file.title} validate={validate} />
          {isSignedIn ? null : (
            <Button look="quiet" onPress={() => void signIn({ returnTo: routes.transactions })}>
              {t('visitor.signIn')}
            </Button>
          )}
        </div>
      </aside>
    </div>
  );
}
