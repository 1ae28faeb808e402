import { FileCheck2, FileDown } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Transaction } from '#contract/entities/transaction.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { timing } from '#contract/limits/timing.ts';
import { errorText } from '#web/entities/error-text.ts';
import { usePlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTransaction, generateAudit } from '#web/entities/transactions/transactions.requests.ts';
import { fetchBody, saveAs } from '#web/services/api/bodies.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import styles from './audit.module.scss';

interface AuditPanelProps {
  transaction: Transaction;
  /** May generate the audit trail. Everybody who can read the transaction may download it. */
  mayMake: boolean;
}

/** The audit trail of a finished transaction: generated on demand, polled meanwhile, then downloadable. */
export function AuditPanel({ transaction, mayMake }: AuditPanelProps) {
  const { t } = useTranslation('audit');
  const { t: plan } = useTranslation('plan');
  const { auditStatus, auditFileId } = transaction.attributes;
  const isIncluded = mayUse('allowAuditTrail', usePlanFlags(transaction), { options: transaction.options });
  useFollow(transaction, mayMake && isIncluded);
  if (auditStatus === null && !mayMake) return null;
  return (
    <section className={styles.audit} aria-labelledby="audit-title">
      <h2 id="audit-title" className={styles.heading}>
        {t('title')}
      </h2>
      <div className={styles.words}>
        <p className={styles.quiet}>{t('text')}</p>
        <div role="status">
          {auditStatus === 'pending' ? <ProgressBar label={t('making')} /> : null}
          {auditStatus === 'resolved' ? <p className="visually-hidden">{t('ready')}</p> : null}
        </div>
      </div>
      {auditStatus === 'rejected' ? <Banner meaning="negative">{transaction.error ? errorText(transaction.error, t('failed')) : t('failed')}</Banner> : null}
      {auditStatus === 'resolved' && auditFileId ? <DownloadAudit fileId={auditFileId} title={transaction.name} /> : null}
      {(auditStatus === null || auditStatus === 'rejected') && mayMake ? (
        <>
          <MakeAudit id={transaction.id} again={auditStatus === 'rejected'} isIncluded={isIncluded} />
          {isIncluded ? null : <p className={styles.quiet}>{plan('notIncluded')}</p>}
        </>
      ) : null}
    </section>
  );
}

/** Starts the audit trail if the transaction should have one. Polls while it is pending, in case the live event is lost. */
function useFollow({ id, status, options, attributes: { auditStatus } }: Transaction, mayMake: boolean): void {
  const dispatch = useAppDispatch();
  const due = mayMake && status === 'completed' && options.includeFileAudit && auditStatus === null;
  useEffect(() => {
    if (due) void dispatch(generateAudit({ id }));
  }, [dispatch, id, due]);
  useEffect(() => {
    if (auditStatus !== 'pending') return undefined;
    const timer = setInterval(() => void dispatch(fetchTransaction({ id })), timing.auditRefetch);
    return () => clearInterval(timer);
  }, [dispatch, id, auditStatus]);
}

function MakeAudit({ id, again, isIncluded }: { id: string; again: boolean; isIncluded: boolean }) {
  const { t } = useTranslation('audit');
  const dispatch = useAppDispatch();
  const { status, error } = useAppSelector((state) => selectRequest(state, `${generateAudit.typePrefix}/${id}`));
  return (
    <>
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <Button icon={<Icon of={FileCheck2} />} isDisabled={!isIncluded} isPending={status === 'pending'} onPress={() => void dispatch(generateAudit({ id }))}>
        {again ? t('tryAgain') : t('make')}
      </Button>
    </>
  );
}

function DownloadAudit({ fileId, title }: { fileId: string; title: string }) {
  const { t } = useTranslation('audit');
  const [busy, setBusy] = useState(false);
  const download = async (): Promise<void> => {
    setBusy(true);
    try {
      const { body } = await fetchBody(fileId);
      saveAs(body, t('fileName', { title: title.replace(/\.pdf$/i, '') }));
    } catch (failure) {
      notifyError(errorText(toAppError(failure).toInfo(), t('downloadFailed')));
    }
    setBusy(false);
  };
  return (
    <Button icon={<Icon of={FileDown} />} isPending={busy} onPress={() => void download()}>
      {t('download')}
    </Button>
  );
}
