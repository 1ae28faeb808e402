import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useStore } from 'react-redux';
import type { FileMeta } from '#contract/entities/file.ts';
import { isRecipientSet } from '#contract/entities/field-list.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { PersonSign } from '#web/features/editor/AssigneeSelect.tsx';
import type { EditorRoot } from '#web/features/editor/editor.selectors.ts';
import { selectIsLooking, selectUnassigned, selectUndecided } from '#web/features/editor/editor.selectors.ts';
import { editorActions } from '#web/features/editor/editor.slice.ts';
import type { Person } from '#web/features/editor/people.ts';
import { UndecidedProposals } from '#web/features/editor/UndecidedProposals.tsx';
import { UnassignedFields } from '#web/features/recipients/UnassignedFields.tsx';
import { openUnseenFiles } from './open-unseen-files.ts';

type Question = 'undecided' | 'unassigned';

export interface BeforeSending {
  /** Whether field detection is running, whose proposals must be decided as well. */
  readonly isWaiting: boolean;
  /** Asks about open questions, then continues. */
  readonly begin: (goOn: () => void) => Promise<void>;
  readonly question: ReactNode;
}

/** Resolves when detection has finished or was stopped. */
const whenLookedThrough = (store: { getState: () => EditorRoot; subscribe: (listener: () => void) => () => void }): Promise<void> =>
  new Promise((resolve) => {
    const leave = store.subscribe(() => {
      if (selectIsLooking(store.getState())) return;
      leave();
      resolve();
    });
  });

const countOf = (groups: readonly { readonly length: number }[]): number => groups.reduce((sum, { length }) => sum + length, 0);

/**
 * What stands between preparing and sending: proposals that nobody has decided on, and fields that nobody fills. Nothing
 * of the two goes out silently.
 */
export function useBeforeSending(people: readonly Person[], files: readonly FileMeta[], onDocument: (id: string) => void): BeforeSending {
  const dispatch = useAppDispatch();
  const store = useStore<EditorRoot>();
  const undecided = useAppSelector(selectUndecided);
  const unassigned = useAppSelector(selectUnassigned);
  const [isWaiting, setWaiting] = useState(false);
  const [asking, setAsking] = useState<{ question: Question; goOn: () => void } | null>(null);

  const settle = (goOn: () => void, settled?: Question): void => {
    const [only] = people.length === 1 ? people : [];
    if (only && isRecipientSet(only.recipient)) dispatch(editorActions.unassignedGiven({ to: only.recipient, silent: true }));
    const root = store.getState();
    if (settled === undefined && selectUndecided(root).length > 0) setAsking({ question: 'undecided', goOn });
    else if (settled !== 'unassigned' && people.length > 1 && selectUnassigned(root).length > 0) setAsking({ question: 'unassigned', goOn });
    else {
      setAsking(null);
      goOn();
    }
  };
  // People may be added during the wait. Leaving the page cancels sending.
  const latest = useRef<typeof settle | null>(settle);
  useEffect(() => {
    latest.current = settle;
    return () => void (latest.current = null);
  });
  const show = (fileId: string): void => {
    setAsking(null);
    dispatch(editorActions.fileShown(fileId));
    onDocument(fileId);
  };
  const decide = (accept: boolean): void => {
    if (!asking) return;
    dispatch(accept ? editorActions.proposalsAccepted({ everywhere: true }) : editorActions.proposalsDropped({ everywhere: true }));
    settle(asking.goOn, 'undecided');
  };
  const review = (): void => {
    const [first] = undecided;
    if (!first) return;
    show(first.id);
    dispatch(editorActions.reviewed(first.proposals[0]?.id ?? null));
  };
  const assign = (key: string | null): void => {
    const person = people.find((each) => each.key === key);
    if (person) dispatch(editorActions.unassignedGiven({ to: person.recipient }));
    if (asking) settle(asking.goOn, 'unassigned');
  };
  const showUnassigned = (): void => {
    const [first] = unassigned;
    if (!first) return;
    show(first.id);
    dispatch(editorActions.fieldsSelected(first.fields.map(({ id }) => id)));
    dispatch(editorActions.revealed(first.fields[0]?.id ?? null));
  };

  const close = (): void => setAsking(null);
  const question =
    asking?.question === 'undecided' ? (
      <UndecidedProposals count={countOf(undecided.map(({ proposals }) => proposals))} onAccept={() => decide(true)} onWithout={() => decide(false)} onReview={review} onClose={close} />
    ) : asking?.question === 'unassigned' ? (
      <UnassignedFields
        count={countOf(unassigned.map(({ fields }) => fields))}
        people={people.map((person) => ({ key: person.key, name: person.name, sign: <PersonSign person={person} /> }))}
        onAssign={assign}
        onShow={showUnassigned}
        onClose={close}
      />
    ) : null;
  const begin = async (goOn: () => void): Promise<void> => {
    await openUnseenFiles(files, store, dispatch);
    if (selectIsLooking(store.getState())) {
      setWaiting(true);
      await whenLookedThrough(store);
      setWaiting(false);
    }
    latest.current?.(goOn);
  };
  return { begin, question, isWaiting };
}
