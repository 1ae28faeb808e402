import { useEffect, useLayoutEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import { sortFields } from '#contract/entities/field-list.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Progress } from '#web/ui/progress.ts';
import { useProgress } from '#web/ui/progress.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { selectProposals, selectReview } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import { focusPages } from './focus.ts';
import { ProposalReview } from './ProposalReview.tsx';
import styles from './editor.module.scss';

interface ProposalsBarProps {
  /** Whether detection is running. */
  running: boolean;
  progress: Progress;
  /** Whether the document is a form, so that most proposals are meant to be filled. */
  isForm: boolean;
  onStop: () => void;
}

/** A bar above the pages for all proposals: accept all, review one by one, discard. The primary button keeps its position. */
export function ProposalsBar({ running, progress, isForm, onStop }: ProposalsBarProps) {
  const { t } = useTranslation('editor');
  const proposals = useSelector(selectProposals);
  const review = useSelector(selectReview);
  const isShown = running || proposals.length > 0;
  const bar = useRef<HTMLElement>(null);
  const reviewed = proposals.find(({ id }) => id === review);
  useRestoredFocus(bar, isShown, reviewed !== undefined);
  if (!isShown) return null;
  return (
    <section ref={bar} className={styles.proposals} aria-label={t('proposals.title')}>
      {reviewed ? (
        <ProposalReview proposals={sortFields(proposals)} reviewed={reviewed} />
      ) : (
        <>
          <p className={styles.proposalsText}>{running && proposals.length === 0 ? t('proposals.looking') : t(isForm ? 'proposals.form' : 'proposals.found', { count: proposals.length })}</p>
          {running ? <SearchProgress progress={progress} /> : null}
          <div className={styles.proposalsActions}>
            {running ? <Button look="quiet" onPress={onStop}>{t('proposals.stop')}</Button> : null}
            {proposals.length > 0 ? <Together onDrop={onStop} /> : null}
          </div>
        </>
      )}
    </section>
  );
}

/** Keeps the focus: after a review the bar takes it, and when the bar disappears, the pages. */
function useRestoredFocus(bar: { current: HTMLElement | null }, isShown: boolean, isReview: boolean): void {
  const inside = useRef(false);
  useEffect(() => {
    const moved = (event: FocusEvent): void => {
      inside.current = bar.current?.contains(event.target as Node) ?? false;
    };
    document.addEventListener('focusin', moved);
    return () => document.removeEventListener('focusin', moved);
  }, [bar]);
  useLayoutEffect(() => {
    if (!inside.current || isReview) return;
    if (isShown) [...(bar.current?.querySelectorAll('button') ?? [])].at(-1)?.focus();
    else {
      inside.current = false;
      focusPages();
    }
  }, [bar, isShown, isReview]);
}

/** Detection progress. A component of its own, so that the bar does not re-render with each page. */
function SearchProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation('editor');
  return <ProgressBar label={t('proposals.looking')} value={useProgress(progress) ?? 0} hideLabel className={styles.proposalsProgress} />;
}

/** Actions on all proposals. */
function Together({ onDrop }: { onDrop: () => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const proposals = useSelector(selectProposals);
  const all = (accept: boolean): void => {
    // Discarding all proposals also stops the detection.
    if (!accept) onDrop();
    dispatch(accept ? editorActions.proposalsAccepted({}) : editorActions.proposalsDropped({}));
    announce(accept ? t('said.accepted', { count: proposals.length }) : t('said.dropped'));
  };
  return (
    <>
      <Button look="quiet" onPress={() => all(false)}>{t('proposals.dropAll')}</Button>
      <Button onPress={() => dispatch(editorActions.reviewed(sortFields(proposals)[0]?.id ?? null))}>{t('proposals.lookThrough')}</Button>
      <Button look="primary" className={styles.proposalsMain} onPress={() => all(true)}>{t('proposals.acceptAll')}</Button>
    </>
  );
}
