import { BellRing, KeyRound, Link, MoreHorizontal, UserRoundPen } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Recipient } from '#contract/entities/recipient.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import styles from './sending.module.scss';
import { useRemindLater } from './use-remind-later.ts';

const AccessCodeDialog = lazy(() => import('./AccessCodeDialog.tsx').then((module) => ({ default: module.AccessCodeDialog })));
const SigningLinkDialog = lazy(() => import('./SigningLinkDialog.tsx').then((module) => ({ default: module.SigningLinkDialog })));

interface PersonActionsProps {
  transactionId: string;
  person: Recipient;
  mayReassign: boolean;
  /** Whether the request still runs and waits for them. Otherwise they only need their access code. */
  isAwaited: boolean;
  onReassign: () => void;
  /** Null if they can't be reminded. */
  onRemind: (() => void) | null;
  /** Whether the plan includes reminders. */
  includesReminders: boolean;
}

/** Whether a link can be handed to them: they were asked, and sign in by themselves. */
const takesLink = ({ invitedAt, completed, inPerson, owner }: Recipient): boolean => invitedAt !== null && !completed && !inPerson && !owner;

/** What the sender can do about a recipient. */
export function PersonActions({ transactionId, person, mayReassign, isAwaited, onReassign, onRemind, includesReminders }: PersonActionsProps) {
  const { t } = useTranslation('reassign');
  const { t: sending } = useTranslation('sending');
  const { t: plan } = useTranslation('plan');
  const [open, setOpen] = useState<'link' | 'accessCode' | null>(null);
  const later = useRemindLater(person);
  const noReminder = includesReminders ? later : plan('notIncluded');
  const close = (): void => setOpen(null);
  const label = t('actsOf', { name: personName(person) });
  const actions = [
    ...(onRemind ? [{ key: 'remind', text: sending('remind.open'), icon: <Icon of={BellRing} />, run: onRemind, ...(noReminder === null ? {} : { refusal: noReminder }) }] : []),
    ...(isAwaited && takesLink(person) ? [{ key: 'link', text: sending('link.open'), icon: <Icon of={Link} />, run: () => setOpen('link') }] : []),
    ...(person.requireAccessCode ? [{ key: 'accessCode', text: sending(person.accessCodePhone === null ? 'accessCode.change' : 'accessCode.changePhone'), icon: <Icon of={KeyRound} />, run: () => setOpen('accessCode') }] : []),
    ...(isAwaited ? [{ key: 'reassign', text: t('open'), icon: <Icon of={UserRoundPen} />, run: onReassign, ...(mayReassign ? {} : { refusal: plan('notIncluded') }) }] : []),
  ];
  return (
    <>
      <Menu label={label} actions={actions}>
        <IconButton label={label} plainName icon={<Icon of={MoreHorizontal} />} className={styles.personActions} />
      </Menu>
      <Suspense>
        {open === 'link' ? <SigningLinkDialog transactionId={transactionId} recipient={person} onClose={close} /> : null}
        {open === 'accessCode' ? <AccessCodeDialog transactionId={transactionId} recipient={person} onClose={close} /> : null}
      </Suspense>
    </>
  );
}
