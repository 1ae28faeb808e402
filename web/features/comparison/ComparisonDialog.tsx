import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import type { DifferentPage } from './compare-revisions.ts';
import { PagePicture } from './PagePicture.tsx';
import type { ComparedDocument, Comparison } from './use-comparison.ts';
import { useComparison } from './use-comparison.ts';
import styles from './comparison.module.scss';

interface ComparisonDialogProps {
  /** Signer of the compared revision; empty if unknown. */
  signer: string;
  compared: ComparedDocument;
  onClose: () => void;
}

/** Shows the signed revision beside the current document, one page at a time, with differences marked. */
export default function ComparisonDialog({ signer, compared, onClose }: ComparisonDialogProps) {
  const { t } = useTranslation('comparison');
  return (
    <Dialog isOpen onClose={onClose} title={signer ? t('title', { signer }) : t('open')} closeLabel={t('close')} size="wide">
      <ComparisonView compared={compared} />
    </Dialog>
  );
}

function ComparisonView({ compared }: { compared: ComparedDocument }) {
  const comparison = useComparison(compared);
  if (comparison.status === 'failed') return <Banner meaning="negative">{errorText(comparison.error)}</Banner>;
  if (comparison.status === 'opening') return <Skeleton />;
  return <OpenComparison comparison={comparison} />;
}

type Open = Extract<Comparison, { status: 'open' }>;

function OpenComparison({ comparison }: { comparison: Open }) {
  const { t } = useTranslation('comparison');
  const { revisions, pages, compared, different } = comparison;
  const [at, setAt] = useState(0);
  const shown = different[at];
  const isDone = compared === pages;
  return (
    <div className={styles.comparison}>
      {isDone ? null : <ProgressBar label={t('comparing', { page: compared + 1, pages })} value={compared / pages} />}
      <p role="status" className={styles.result}>
        {isDone ? (different.length > 0 ? t('result', { count: different.length }) : t('same')) : null}
      </p>
      {different.length > 1 ? (
        <div role="group" aria-label={t('pages')} className={styles.steps}>
          <IconButton label={t('previous')} icon={<Icon of={ChevronLeft} />} isDisabled={at === 0} onPress={() => setAt(at - 1)} />
          <span>{t('step', { number: at + 1, total: different.length })}</span>
          <IconButton label={t('next')} icon={<Icon of={ChevronRight} />} isDisabled={at === different.length - 1} onPress={() => setAt(at + 1)} />
        </div>
      ) : null}
      {shown ? <TwoPages shown={shown} revisions={revisions} /> : null}
    </div>
  );
}

function TwoPages({ shown, revisions }: { shown: DifferentPage; revisions: Open['revisions'] }) {
  const { t } = useTranslation('comparison');
  const { page, areas, missingIn } = shown;
  return (
    <section aria-label={t('page', { page })} className={styles.pages}>
      <h3 className={styles.page}>{t('page', { page })}</h3>
      {areas.length > 0 ? <p className={styles.areas}>{t('areas', { count: areas.length })}</p> : null}
      <PagePicture key={`before ${page}`} set={revisions.before} page={page} areas={areas} caption={t('signed')} missing={missingIn === 'before' ? t('missingSigned') : null} />
      <PagePicture key={`after ${page}`} set={revisions.after} page={page} areas={areas} caption={t('now')} missing={missingIn === 'after' ? t('missingNow') : null} />
    </section>
  );
}
