import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch, useSelector } from 'react-redux';
import type { Field } from '#contract/entities/field.ts';
import { sortFields } from '#contract/entities/field-list.ts';
import type { Rect } from '#web/entities/field/geometry.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { selectProposals } from './editor.selectors.ts';
import { editorActions } from './editor.slice.ts';
import styles from './editor.module.scss';

interface ProposalsBarProps {
  /** 0 to 1 while pages are still looked through; null when that is done. */
  progress: number | null;
  /** The document counts as a form: most of what was found is meant to be filled. */
  isForm: boolean;
  onShow: (page: number, rect: Rect) => void;
  onStop: () => void;
}

/** One bar for all that was found: accept all, look through, drop. */
export function ProposalsBar({ progress, isForm, onShow, onStop }: ProposalsBarProps) {
  const { t } = useTranslation('editor');
  const dispatch = useDispatch();
  const proposals = useSelector(selectProposals);
  const [seen, setSeen] = useState<string | null>(null);
  const running = progress !== null;
  if (!running && proposals.length === 0) return null;

  const ordered = sortFields(proposals);
  const current = ordered.find((field) => field.id === seen);
  const show = (field: Field | undefined): void => {
    setSeen(field?.id ?? null);
    if (!field) return;
    onShow(field.page, field.rect);
    requestAnimationFrame(() => {
      document.querySelector<HTMLElement>(`[data-proposal="${CSS.escape(field.id)}"]`)?.focus();
    });
  };
  const next = (): void => show(ordered[(current ? ordered.indexOf(current) + 1 : 0) % ordered.length]);
  const decide = (accept: boolean): void => {
    if (!current) return;
    const after = ordered[ordered.indexOf(current) + 1];
    const ids = [current.id];
    dispatch(accept ? editorActions.proposalsAccepted({ ids }) : editorActions.proposalsDropped({ ids }));
    show(after);
  };
  const all = (accept: boolean): void => {
    dispatch(accept ? editorActions.proposalsAccepted({}) : editorActions.proposalsDropped({}));
    announce(accept ? t('said.accepted', { count: proposals.length }) : t('said.dropped'));
  };

  return (
    <section className={styles.proposals} aria-label={t('proposals.title')}>
      <p className={styles.proposalsText}>
        {current
          ? t('proposals.place', { number: ordered.indexOf(current) + 1, total: ordered.length })
          : running && proposals.length === 0
            ? t('proposals.looking')
            : t(isForm ? 'proposals.form' : 'proposals.found', { count: proposals.length })}
      </p>
      {running ? <ProgressBar label={t('proposals.looking')} value={progress} hideLabel className={styles.proposalsProgress} /> : null}
      <div className={styles.proposalsActs}>
        {current ? (
          <>
            <Button onPress={() => decide(false)}>{t('proposals.drop')}</Button>
            <Button look="primary" onPress={() => decide(true)}>{t('proposals.accept')}</Button>
            <Button look="quiet" onPress={() => show(undefined)}>{t('proposals.stopLooking')}</Button>
          </>
        ) : (
          <>
            {running ? <Button look="quiet" onPress={onStop}>{t('proposals.stop')}</Button> : null}
            {proposals.length > 0 ? (
              <>
                <Button look="quiet" onPress={() => all(false)}>{t('proposals.dropAll')}</Button>
                <Button look={isForm ? 'plain' : 'primary'} onPress={next}>{t('proposals.lookThrough')}</Button>
                <Button look={isForm ? 'primary' : 'plain'} onPress={() => all(true)}>{t('proposals.acceptAll')}</Button>
              </>
            ) : null}
          </>
        )}
      </div>
    </section>
  );
}
