import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { sortFields } from '#contract/entities/field-list.ts';
import type { Rect } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import type { Progress } from '#web/ui/progress.ts';
import { useProgress } from '#web/ui/progress.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { selectProposals } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import styles from './editor.module.scss';

interface ProposalsBarProps {
  /** Pages are still looked through. */
  running: boolean;
  progress: Progress;
  /** The document counts as a form: most of what was found is meant to be filled. */
  isForm: boolean;
  onShow: (page: number, rect: Rect) => void;
  onStop: () => void;
}

/** One bar for all that was found: accept all, look through, drop. */
export function ProposalsBar({ running, progress, isForm, onShow, onStop }: ProposalsBarProps) {
  const { t } = useTranslation('editor');
  const proposals = useSelector(selectProposals);
  const [seen, setSeen] = useState<string | null>(null);
  if (!running && proposals.length === 0) return null;
  const show = (field: Field | undefined): void => {
    setSeen(field?.id ?? null);
    if (!field) return;
    onShow(field.page, field.rect);
    focusProposal(field.id);
  };
  const isThere = seen !== null && proposals.some((field) => field.id === seen);
  const search = running ? <SearchProgress progress={progress} /> : null;
  return (
    <section className={styles.proposals} aria-label={t('proposals.title')}>
      {isThere ? (
        <OneByOne proposals={proposals} seen={seen} search={search} onShow={show} />
      ) : (
        <>
          <p className={styles.proposalsText}>{running && proposals.length === 0 ? t('proposals.looking') : t(isForm ? 'proposals.form' : 'proposals.found', { count: proposals.length })}</p>
          {search}
          <div className={styles.proposalsActs}>
            {running ? <Button look="quiet" onPress={onStop}>{t('proposals.stop')}</Button> : null}
            {proposals.length > 0 ? <Together count={proposals.length} isForm={isForm} onLook={() => show(sortFields(proposals)[0])} onDrop={onStop} /> : null}
          </div>
        </>
      )}
    </section>
  );
}

const TRIES = 40;

/** The page may have to be drawn before the proposal is there. */
function focusProposal(id: string, tries = TRIES): void {
  requestAnimationFrame(() => {
    const proposal = document.querySelector<HTMLElement>(`[data-proposal="${CSS.escape(id)}"]`);
    if (proposal) proposal.focus();
    else if (tries > 0) focusProposal(id, tries - 1);
  });
}

/** Grows with each page; the bar around it stays as it is. */
function SearchProgress({ progress }: { progress: Progress }) {
  const { t } = useTranslation('editor');
  return <ProgressBar label={t('proposals.looking')} value={useProgress(progress) ?? 0} hideLabel className={styles.proposalsProgress} />;
}

/** What can be done with all of them at once. */
function Together({ count, isForm, onLook, onDrop }: { count: number; isForm: boolean; onLook: () => void; onDrop: () => void }) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const all = (accept: boolean): void => {
    // Who wants nothing of what was found does not want to get the rest of it either.
    if (!accept) onDrop();
    dispatch(accept ? editorActions.proposalsAccepted({}) : editorActions.proposalsDropped({}));
    announce(accept ? t('said.accepted', { count }) : t('said.dropped'));
  };
  return (
    <>
      <Button look="quiet" onPress={() => all(false)}>{t('proposals.dropAll')}</Button>
      <Button look={isForm ? 'plain' : 'primary'} onPress={onLook}>{t('proposals.lookThrough')}</Button>
      <Button look={isForm ? 'primary' : 'plain'} onPress={() => all(true)}>{t('proposals.acceptAll')}</Button>
    </>
  );
}

interface OneByOneProps {
  proposals: readonly Field[];
  seen: string;
  search: ReactNode;
  onShow: (field: Field | undefined) => void;
}

/** One place after the other: taken or dropped. */
function OneByOne({ proposals, seen, search, onShow }: OneByOneProps) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const ordered = sortFields(proposals);
  const at = ordered.findIndex((field) => field.id === seen);
  const decide = (accept: boolean): void => {
    const after = ordered[at + 1];
    const ids = [seen];
    dispatch(accept ? editorActions.proposalsAccepted({ ids }) : editorActions.proposalsDropped({ ids }));
    onShow(after);
  };
  return (
    <>
      <p className={styles.proposalsText}>{t('proposals.place', { number: at + 1, total: ordered.length })}</p>
      {search}
      <div className={styles.proposalsActs}>
        <Button onPress={() => decide(false)}>{t('proposals.drop')}</Button>
        <Button look="primary" onPress={() => decide(true)}>{t('proposals.accept')}</Button>
        <Button look="quiet" onPress={() => onShow(undefined)}>{t('proposals.stopLooking')}</Button>
      </div>
    </>
  );
}
