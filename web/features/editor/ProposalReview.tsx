import { ChevronLeft, ChevronRight, X } from 'lucide-react';
import { useEffect, useRef } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useDispatch } from 'react-redux';
import type { Field, FieldType } from '#contract/entities/field.ts';
import { fieldTypes } from '#contract/entities/field.ts';
import { advancedFieldTypes } from '#contract/permissions/plan.permissions.ts';
import { announce } from '#web/ui/announce.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Select } from '#web/ui/Select.tsx';
import { editorActions } from './editor.slice.ts';
import { useIncluded } from './plan.ts';
import styles from './editor.module.scss';

interface ProposalReviewProps {
  /** Proposals in reading order. */
  proposals: readonly Field[];
  reviewed: Field;
}

/**
 * Reviews proposals one by one. Focus stays on the pressed button: Enter accepts, arrow keys go on and back, Delete
 * discards, Escape ends the review.
 */
export function ProposalReview({ proposals, reviewed }: ProposalReviewProps) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const dispatch = useDispatch();
  const main = useRef<HTMLDivElement>(null);
  const at = proposals.findIndex(({ id }) => id === reviewed.id);
  useSaid(reviewed, at, proposals.length);
  useEffect(() => main.current?.querySelector('button')?.focus(), []);

  const go = (to: Field | undefined): void => void dispatch(editorActions.reviewed(to?.id ?? null));
  const step = (by: 1 | -1): void => go(proposals[(at + by + proposals.length) % proposals.length]);
  const decide = (accept: boolean): void => {
    const ids = [reviewed.id];
    const after = proposals[at + 1] ?? proposals.find(({ id }) => id !== reviewed.id);
    dispatch(accept ? editorActions.proposalsAccepted({ ids }) : editorActions.proposalsDropped({ ids }));
    if (!after) announce(words('review.over'));
    go(after);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const act = { ArrowRight: () => step(1), ArrowLeft: () => step(-1), Delete: () => decide(false), Escape: () => go(undefined) }[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    act();
  };
  return (
    <div className={styles.review} role="group" aria-label={t('proposals.lookThrough')} onKeyDown={onKeyDown}>
      <IconButton label={words('review.end')} icon={<Icon of={X} />} onPress={() => go(undefined)} />
      <p className={styles.proposalsText}>{t('proposals.place', { number: at + 1, total: proposals.length })}</p>
      <TypeSelect field={reviewed} />
      <div className={styles.proposalsActions}>
        <IconButton label={words('review.previous')} icon={<Icon of={ChevronLeft} />} isDisabled={proposals.length < 2} onPress={() => step(-1)} />
        <IconButton label={words('review.next')} icon={<Icon of={ChevronRight} />} isDisabled={proposals.length < 2} onPress={() => step(1)} />
        <Button onPress={() => decide(false)}>{t('proposals.drop')}</Button>
        <div ref={main}>
          <Button look="primary" className={styles.proposalsMain} onPress={() => decide(true)}>{t('proposals.accept')}</Button>
        </div>
      </div>
    </div>
  );
}

/** Changes the type of a proposal. */
function TypeSelect({ field }: { field: Field }) {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const dispatch = useDispatch();
  const hasAdvanced = useIncluded('allowAdvancedFields');
  return (
    <Select<FieldType>
      label={words('review.type')}
      hideLabel
      className={styles.reviewType}
      options={fieldTypes.filter((type) => type === field.type || hasAdvanced || !advancedFieldTypes.includes(type)).map((type) => ({ key: type, text: t(`types.${type}`) }))}
      value={field.type}
      onChange={(type) => dispatch(editorActions.proposalRetyped({ id: field.id, type }))}
    />
  );
}

/** Announces the proposal under review whenever it changes. */
function useSaid({ id, type, tooltip, page }: Field, at: number, total: number): void {
  const { t } = useTranslation('editor');
  const { t: words } = useTranslation('preparing');
  const kind = tooltip ? words('review.labelled', { kind: t(`types.${type}`), label: tooltip }) : t(`types.${type}`);
  const said = words('review.at', { number: at + 1, total, kind, page });
  const latest = useRef(said);
  latest.current = said;
  useEffect(() => announce(latest.current), [id, type]);
}
