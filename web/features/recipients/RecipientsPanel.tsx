import { PenLine, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { Team } from '#contract/entities/organization.ts';
import type { CcEntryInput, Participation, RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { withoutRecipients } from '#contract/entities/transaction.ts';
import type { PlanFlags } from '#contract/permissions/plan.permissions.ts';
import { fromCopy, stopsSigning, toCopy, withParticipation, type Need } from '#web/entities/people/needs.ts';
import { allAtOnce, besides, isAtOnce, oneByOne, settled } from '#web/entities/people/recipient-order.ts';
import { announce } from '#web/ui/announce.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Button } from '#web/ui/Button.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Locked } from '#web/ui/Locked.tsx';
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
  /** Whether that recipient signs no longer, so that somebody has to decide about their fields. */
  leavesFields?: boolean;
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
  /** Why nobody can be added, removed or exchanged; open roles can still be filled. */
  peopleLock?: string | null;
  /** Why the order can't be changed. */
  orderLock?: string | null;
  /** The roles whose person stays. */
  fixedRoles?: readonly string[];
  /** Why what needs PDFs can't be chosen for a person. */
  notForPages?: string | null;
  onChange: (change: PeopleChange) => void;
  /** Makes the sender the only signer. */
  /** Null where the sender can't be the only signer. */
  onSignAlone: (() => void) | null;
}

const noRoles: readonly string[] = [];

type Open = { kind: 'add'; start: RecipientDraft } | { kind: 'edit'; index: number } | null;

/** Signers, their order, and copy recipients. */
export function RecipientsPanel({ recipients, cc, owner, flags, teams, error, peopleLock = null, orderLock = null, fixedRoles = noRoles, notForPages = null, onChange, onSignAlone }: RecipientsPanelProps) {
  const { t, i18n } = useTranslation('recipients');
  const [open, setOpen] = useState<Open>(null);
  const ownerSigns = recipients.some((each) => sameContact(each, owner));
  const change = (next: RecipientInput[], more: Partial<Omit<PeopleChange, 'recipients'>> = {}): void =>
    onChange({ recipients: next, cc: withoutRecipients(cc, next), ...more });

  const add = (person: RecipientInput): void => {
    // Where everybody is asked at once, the next person is too.
    change(isAtOnce(recipients) ? allAtOnce([...recipients, person]) : [...recipients, person]);
    announce(t('said.added', { name: personName(person) }));
  };
  const addDraft = (draft: RecipientDraft): void => {
    if (draft.need !== 'copy') return add(written(draft));
    const entry = toCopy(written(draft));
    onChange({ recipients, cc: [...cc, entry] });
    announce(t('said.added', { name: personName(entry) }));
  };
  const replace = (index: number, from: RecipientInput, to: RecipientInput): void =>
    change(recipients.map((each, at) => (at === index ? to : each)), { replaced: { from, to }, leavesFields: stopsSigning(from, to) });
  /** `as`: the person as edited at the same time. */
  const lower = (index: number, from: RecipientInput, as = from): void =>
    onChange({
      recipients: settled(recipients.filter((_, at) => at !== index)), cc: [...cc.filter((each) => !sameContact(each, as)), toCopy(as)],
      replaced: { from, to: null }, leavesFields: stopsSigning(from, null),
    });
  const setNeed = (index: number, need: Need): void => {
    const person = recipients[index];
    if (!person) return;
    if (need === 'copy') lower(index, person);
    else replace(index, person, withParticipation(person, need));
    announce(t('said.needs', { name: personName(person), needs: t(`needs.${need}`) }));
  };
  const raise = (entry: CcEntryInput, participation: Participation): void => {
    add(fromCopy(entry, participation));
    announce(t('said.needs', { name: personName(entry), needs: t(`needs.${participation}`) }));
  };
  const remove = (index: number): void => {
    const gone = recipients[index];
    if (!gone) return;
    change(settled(recipients.filter((_, each) => each !== index)), { replaced: { from: gone, to: null } });
    announce(t('said.removed', { name: personName(gone) }));
  };
  const save = (draft: RecipientDraft): void => {
    const index = open?.kind === 'edit' ? open.index : -1;
    const before = recipients[index];
    setOpen(null);
    if (!before) return addDraft(draft);
    const to = written(draft, before);
    if (draft.need === 'copy') lower(index, before, to);
    else replace(index, before, to);
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
        onNeed={setNeed}
        onOrder={reorder}
        canOrder={orderLock === null}
        canRemove={peopleLock === null}
        fixedRoles={fixedRoles}
      />
      {recipients.length > 1 && orderLock === null ? (
        <Checkbox isSelected={isAtOnce(recipients)} onChange={together}>
          {t('allAtOnce')}
        </Checkbox>
      ) : null}
      {error ? (
        <p className={styles.error} role="alert">
          {error}
        </p>
      ) : null}
      {orderLock !== null && orderLock !== peopleLock ? <Locked reason={orderLock}>{null}</Locked> : null}
      {peopleLock === null ? (
        <>
          <AddPersonForm others={recipients} copies={cc} isFirst={recipients.length === 0} onAdd={addDraft} onMore={(start) => setOpen({ kind: 'add', start })} />
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
          <CcList cc={cc} teams={teams} recipients={recipients} onChange={(next) => onChange({ recipients, cc: next })} onNeed={raise} />
        </>
      ) : <Locked reason={peopleLock}>{null}</Locked>}
      {open ? (
        <PersonDialog
          title={edited ? t('editTitle') : t('addTitle')}
          start={open.kind === 'add' ? open.start : draftOf(edited)}
          plan={{ flags, signers: recipients, isNeedFixed: peopleLock !== null, notForPages }}
          others={recipients.filter((each) => each !== edited)}
          saveText={edited ? t('save') : t('add')}
          onSave={save}
          onClose={() => setOpen(null)}
        />
      ) : null}
    </section>
  );
}
