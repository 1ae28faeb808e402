import { Crown, MailWarning, MoreHorizontal, UserMinus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Participant } from '#contract/entities/sharing.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { PersonName } from '#web/ui/initials.ts';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { ChangeOwnerDialog } from './ChangeOwnerDialog.tsx';
import { StopSharingDialog } from './StopSharingDialog.tsx';
import styles from './sharing.module.scss';

interface ParticipantListProps {
  resource: Resource;
  participants: readonly Participant[];
  userId: string;
  ownerCanChange: boolean;
  others?: readonly OtherReader[] | undefined;
  onSignOutElsewhere: () => void;
}

/** A person with access to a transaction as a recipient or copy recipient. */
export interface OtherReader {
  readonly key: string;
  readonly role: 'recipient' | 'cc';
  readonly person: PersonName;
}

const nobody: readonly OtherReader[] = [];

type Open = { action: 'owner' | 'stop'; person: Participant } | null;

/** Everybody with access, the owner first. */
export function ParticipantList({ resource, participants, userId, ownerCanChange, others = nobody, onSignOutElsewhere }: ParticipantListProps) {
  const { t } = useTranslation('sharing');
  const [open, setOpen] = useState<Open>(null);
  const close = (): void => setOpen(null);
  const isOwner = participants.some((each) => each.isOwner && each.id === userId);
  return (
    <section className={styles.section} aria-labelledby="sharing-people">
      <h2 id="sharing-people" className={styles.heading}>
        {t('people.title')}
      </h2>
      <ul className={styles.people}>
        {participants.map((person) => (
          <li key={person.id} className={styles.person}>
            <PersonWords person={person} isMe={person.id === userId} delivery={isOwner && !person.isOwner ? person.delivery : null} />
            {isOwner && !person.isOwner ? (
              <PersonMenu
                person={person}
                {...(ownerCanChange ? { onOwner: () => setOpen({ action: 'owner', person }) } : {})}
                onStop={() => setOpen({ action: 'stop', person })}
              />
            ) : null}
            {!isOwner && person.id === userId ? <Button onPress={() => setOpen({ action: 'stop', person })}>{t('leave.open')}</Button> : null}
          </li>
        ))}
        {others.map(({ key, role, person }) => (
          <li key={key} className={styles.person}>
            <Avatar person={person} size="medium" />
            <span className={styles.who}>
              <span className={styles.name}>{personName(person)}</span>
              <span className={styles.contact}>{[contactOf(person), t(`role.${role}`)].filter(Boolean).join(' · ')}</span>
            </span>
          </li>
        ))}
      </ul>
      {participants.length + others.length < 2 ? <p className={styles.quiet}>{t('people.alone')}</p> : null}
      {open?.action === 'owner' ? <ChangeOwnerDialog resource={resource} participants={participants} start={open.person.id} onClose={close} /> : null}
      {open?.action === 'stop' ? (
        <StopSharingDialog resource={resource} person={open.person} isMe={open.person.id === userId} onClose={close} onSignOutElsewhere={onSignOutElsewhere} />
      ) : null}
    </section>
  );
}

const contactOf = (person: PersonName): string | null => {
  const contact = contactText(person);
  return contact === personName(person) ? null : contact;
};

/** `delivery`: status of the sharing message, visible to the owner. */
function PersonWords({ person, isMe, delivery }: { person: Participant; isMe: boolean; delivery: Participant['delivery'] }) {
  const { t } = useTranslation('sharing');
  const [name, contact] = [personName(person), contactText(person)];
  return (
    <>
      <Avatar person={person} size="medium" />
      <span className={styles.who}>
        <span className={styles.name}>
          {name}
          {isMe ? <span className={styles.me}> {t('people.me')}</span> : null}
        </span>
        <span className={styles.contact}>
          {contact && contact !== name ? `${contact} · ` : ''}
          {t(`role.${person.role}`)}
        </span>
        {delivery === 'waiting' || delivery === 'failed' ? (
          <span className={styles.delivery} role="status">
            <Icon of={MailWarning} size={16} />
            {t(`delivery.${delivery}`)}
          </span>
        ) : null}
      </span>
    </>
  );
}

function PersonMenu({ person, onOwner, onStop }: { person: Participant; onOwner?: () => void; onStop: () => void }) {
  const { t } = useTranslation('sharing');
  const label = t('people.actsOf', { name: personName(person) });
  return (
    <Menu
      label={label}
      actions={[
        ...(onOwner ? [{ key: 'owner', text: t('owner.open'), icon: <Icon of={Crown} />, run: onOwner }] : []),
        { key: 'stop', text: t('stop.open'), icon: <Icon of={UserMinus} />, negative: true, run: onStop },
      ]}
    >
      <IconButton label={label} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
}
