import type { SignatureReport } from '@countersign/core';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { SignatureVerdict } from './SignatureVerdict.tsx';
import { stampsIn } from './verdict.ts';
import styles from './verdict.module.scss';

interface DocumentVerdictProps {
  title: string;
  /** Validates the document. A new function means a new document. */
  validate: () => Promise<SignatureReport[]>;
  /** Further content once the validation has finished. */
  after?: (reports: readonly SignatureReport[]) => ReactNode;
  /** Called with the results once the validation has finished. */
  onValidated?: ((reports: readonly SignatureReport[]) => void) | undefined;
  /** Compares the signed revision with the current document, where possible. */
  onCompare?: ((report: SignatureReport) => void) | undefined;
}

type State =
  | { status: 'judging' }
  | { status: 'validated'; reports: SignatureReport[] }
  | { status: 'failed'; error: ErrorInfo };

/** Validation results of all signatures in a document. */
export function DocumentVerdict({ title, validate, after, onValidated, onCompare }: DocumentVerdictProps) {
  const { t } = useTranslation('verdict');
  const [state, setState] = useState<State>({ status: 'judging' });
  const [attempt, setAttempt] = useState(0);
  const latestOnValidated = useRef(onValidated);
  latestOnValidated.current = onValidated;
  useEffect(() => {
    let wanted = true;
    setState({ status: 'judging' });
    validate().then(
      (reports) => {
        if (!wanted) return;
        setState({ status: 'validated', reports });
        latestOnValidated.current?.(reports);
      },
      (error: unknown) => wanted && setState({ status: 'failed', error: toAppError(error).toInfo() }),
    );
    return () => {
      wanted = false;
    };
  }, [validate, attempt]);
  return (
    <section className={styles.document} aria-label={t('title', { title })} aria-busy={state.status === 'judging'}>
      <h2 className={styles.heading}>{t('signatures')}</h2>
      {state.status === 'judging' ? (
        <>
          <p className="visually-hidden" role="status">
            {t('judging')}
          </p>
          <Skeleton />
          <Skeleton />
        </>
      ) : null}
      {state.status === 'failed' ? (
        <Banner meaning="negative" actions={<Button onPress={() => setAttempt(attempt + 1)}>{t('retry')}</Button>}>
          <p>{t('failed')}</p>
          <p>{errorText(state.error)}</p>
        </Banner>
      ) : null}
      {state.status === 'validated' && state.reports.length === 0 ? <p>{t('none')}</p> : null}
      {state.status === 'validated'
        ? state.reports.map((report, index) => <SignatureVerdict key={report.field ?? index} report={report} stamps={stampsIn(state.reports)} onCompare={onCompare} />)
        : null}
      {state.status === 'validated' ? after?.(state.reports) : null}
    </section>
  );
}
