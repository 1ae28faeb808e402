import { PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { useFiles } from '../shared/use-files.ts';
import { useAlone } from './use-alone.ts';
import styles from '../shared/documents.module.scss';

interface AloneScreenProps {
  transaction: Transaction;
  profile: Profile;
}

/** Between an upload and the signing of a sender who signs alone: finds the fields and prepares the documents. */
export function AloneScreen({ transaction, profile }: AloneScreenProps) {
  useFrame('narrow');
  const { t } = useTranslation('sending');
  const { files, complete, error, reload } = useFiles(transaction.fileIds);
  const alone = useAlone({ transaction, profile, files, complete });
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={transaction.name} backTo={routes.transactions} />
      <EmptyState
        icon={PenLine}
        title={t('aloneTitle')}
        actions={
          <>
            {alone.error ? <Button look="primary" onPress={alone.retry}>{t('tryAgain')}</Button> : null}
            <Button isDisabled={!alone.isFinding && alone.error === null} onPress={alone.edit}>{t('alone.edit')}</Button>
          </>
        }
      >
        {alone.error ? <Banner meaning="negative">{errorText(alone.error, t('alone.failed'))}</Banner> : <Progress share={alone.share} isFinding={alone.isFinding} />}
      </EmptyState>
    </div>
  );
}

function Progress({ share, isFinding }: { share: number; isFinding: boolean }) {
  const { t } = useTranslation('sending');
  const text = t(isFinding ? 'alone.finding' : 'alone.preparing');
  return (
    <>
      <p role="status">{text}</p>
      <ProgressBar label={text} value={share} hideLabel />
    </>
  );
}
