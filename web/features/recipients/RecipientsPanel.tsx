import { PenLine, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { Team } from '#contract/entities/organization.ts';
import type { CcEntryInput, RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { withoutRecipients } from '#contract/entities/transaction.ts';
import type { PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { allAtOnce, besides, isAtOnce, oneByOne, settled } from '#web/entities/people/recipient-order.ts';
import { announce } from '#web/ui/announce.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { AddPersonForm } from './AddPersonForm.tsx';
import { CcList } from './CcList.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import { draftOf, written } from './recipient-draft.ts';
import { PersonDialog } from './PersonDialog.tsx';
import { keyOf, RecipientList } from './RecipientList.tsx';
import styles from './recipients.module.scss';

export interface PeopleChange {
  recipients: RecipientInput[];
  cc: CcEntryInput[];
  /** The recipient whose fields must follow: before and after the change (null if removed). */
  replaced?: { from: RecipientInput; to: RecipientInput | null };
}

interface RecipientsPanelProps {
  recipients: RecipientInput[];
  cc: CcEntryInput[];
  owner: RecipientInput;
  /** Features of the sender's plan. */
  flags: PlanFlags | null;
  /** Teams that can get a copy as a group. */
  teams: readonly Pick<Team, 'id' | 'name' | 'orgId'>[];
  error?: string | undefined;
  onChange: (change: PeopleChange) => void;
  /** Makes the sender the only signer. */
  /** Null where the sender can't be the only signer. */
  onSignAlone: (() => void) | null;
}

type Open = { kind: 'add'; start: RecipientDraft } | { kind: 'edit'; index: number } | null;

/** Signers, their order, and copy recipients. */
export function RecipientsPanel({ recipients, cc, owner, flags, teams, error, onChange, onSignAlone }: RecipientsPanelProps) {
  const { t, i18n } = useTranslation('recipients');
  const [open, setOpen] = useState<Open>(null);
  const ownerSigns = recipients.some((each) => sameContact(each, owner));
  const change = (next: RecipientInput[], replaced?: PeopleChange['replaced']): void =>
    onChange({ recipients: next, cc: withoutRecipients(cc, next), ...(replaced ? { replaced } : {}) });

  const add = (person: RecipientInput): void => {
    // Where everybody is asked at once, the next person is too.
    change(isAtOnce(recipients) ? allAtOnce([...recipients, person]) : [...recipients, person]);
    announce(t('said.added', { name: personName(person) }));
  };
  const remove = (index: number): void => {
    const gone = recipients[index];
    if (!gone) return;
    change(settled(recipients.filter((_, each) => each !== index)), { from: gone, to: null });
    announce(t('said.removed', { name: personName(gone) }));
  };
  const save = (draft: RecipientDraft): void => {
    const index = open?.kind === 'edit' ? open.index : -1;
    const before = recipients[index];
    setOpen(null);
    if (!before) {
      add(written(draft));
      return;
    }
    const to = written(draft, before);
    change(recipients.map((each, at) => (at === index ? to : each)), { from: before, to });
  };
  /** Says where the moved person is now. */
  const reorder = (next: RecipientInput[], moved: number): void => {
    change(next);
    const index = next.findIndex((each) => keyOf(each) === keyOf(recipients[moved]));
    const others = besides(next, index).map(personName);
    const name = personName(next[index] ?? {});
    announce(others.length > 0 ? t('said.together', { name, names: listOf(others, i18n.language) }) : t('said.moved', { name, place: placesOf(next)[index] }));
  };
  const together = (on: boolean): void => {
    change(on ? allAtOnce(recipients) : oneByOne(recipients));
    announce(t(on ? 'said.allAtOnce' : 'said.oneByOne'));
  };
  const edited = open?.kind === 'edit' ? recipients[open.index] : undefined;

  return (
    <section className={styles.panel} aria-label={t('title')}>
      <h2 className={styles.title}>{t('title')}</h2>
      {recipients.length === 0 ? <p className={styles.empty}>{t('empty')}</p> : null}
      <RecipientList
        recipients={recipients}
        owner={owner}
        onEdit={(index) => setOpen({ kind: 'edit', index })}
        onRemove={remove}
        onOrder={reorder}
      />
      {recipients.length > 1 ? (
        <Checkbox isSelected={isAtOnce(recipients)} onChange={together}>
          {t('allAtOnce')}
        </Checkbox>
      ) : null}
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      <AddPersonForm others={recipients} isFirst={recipients.length === 0} onAdd={add} onMore={(start) => setOpen({ kind: 'add', start })} />
      {ownerSigns ? null : (
        <div className={styles.actions}>
          <Button look="quiet" icon={<Icon of={UserPlus} />} onPress={() => add(owner)}>
            {t('addMe')}
          </Button>
          {recipients.length === 0 && onSignAlone ? (
            <Button look="quiet" icon={<Icon of={PenLine} />} onPress={onSignAlone}>
              {t('signYourself')}
            </Button>
          ) : null}
        </div>
      )}
      <CcList cc={cc} teams={teams} recipients={recipients} onChange={(next) => onChange({ recipients, cc: next })} />
      {open ? (
        <PersonDialog
          title={edited ? t('editTitle') : t('addTitle')}
          start={open.kind === 'add' ? open.start : draftOf(edited)}
          plan={{ flags, signers: recipients }}
          others={recipients.filter((each) => each !== edited)}
          saveText={edited ? t('save') : t('add')}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}
