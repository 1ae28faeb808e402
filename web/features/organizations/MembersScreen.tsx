import { MailWarning, MoreHorizontal, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Member, Organization } from '#contract/entities/organization.ts';
import { counts } from '#contract/limits.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { MemberAction } from '#web/entities/organizations/organizations.requests.ts';
import { changeMember, inviteMembers } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Section } from '#web/ui/Section.tsx';
import { notify, notifyError } from '#web/ui/snackbar.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import { InviteDialog } from './InviteDialog.tsx';
import { foundMembers, memberActions, roleOf } from './member-rules.ts';
import type { MemberMenuAction } from './member-rules.ts';
import { MemberRightsDialog } from './MemberRightsDialog.tsx';
import { OrganizationFrame } from './OrganizationFrame.tsx';
import type { LoadedOrganization } from './use-organization.ts';
import styles from './organizations.module.scss';

/** /organization/{id}/members: members and pending invitations. */
const MembersScreen = () => (
  <OrganizationFrame>{(organization, asked) => <Members organization={organization} asked={asked} />}</OrganizationFrame>
);

interface PartProps {
  organization: Organization;
  asked: LoadedOrganization;
}

type Open = { act: 'invite' } | { act: MemberMenuAction; member: Member } | null;

/** Number of members from which the search is shown. */
const SEARCHED_FROM = 8;

const Members = ({ organization, asked }: PartProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState<Open>(null);
  const [search, setSearch] = useState('');
  const shown = foundMembers(organization, search);
  const renew = async ({ email, role }: Member): Promise<void> => {
    if (!email) return;
    const result = await dispatch(inviteMembers({ id: organization.id, members: [{ email, role }] }));
    if (inviteMembers.fulfilled.match(result)) notify(t('invite.again', { name: email }));
    else if (result.payload) notifyError(errorText(result.payload, t('failed')));
  };
  return (
    <Section
      title={t('members.title', { count: organization.members.length })}
      actions={
        asked.may('invite') ? (
          <Button look="primary" icon={<Icon of={UserPlus} />} isDisabled={organization.members.length >= counts.organizationMembers} onPress={() => setOpen({ act: 'invite' })}>
            {t('invite.open')}
          </Button>
        ) : null
      }
    >
      {organization.members.length > SEARCHED_FROM ? (
        <SearchField label={t('members.search')} placeholder={t('members.search')} clearLabel={t('members.clearSearch')} value={search} onChange={setSearch} />
      ) : null}
      {shown.length === 0 ? <p>{t('members.nobody')}</p> : null}
      <ItemList label={t('part.members')}>
        {shown.map((member) => (
          <MemberItem
            key={member.id}
            member={member}
            organization={organization}
            asked={asked}
            onAct={(act) => (act === 'renew' ? void renew(member) : setOpen({ act, member }))}
          />
        ))}
      </ItemList>
      {open?.act === 'invite' ? <InviteDialog organization={organization} onClose={() => setOpen(null)} /> : null}
      {open && open.act !== 'invite' ? <MemberDialog act={open.act} member={open.member} organization={organization} onClose={() => setOpen(null)} /> : null}
    </Section>
  );
};

interface MemberItemProps extends PartProps {
  member: Member;
  onAct: (act: MemberMenuAction) => void;
}

const MemberItem = ({ member, organization, asked, onAct }: MemberItemProps) => {
  const { t } = useTranslation('organizations');
  const name = personName(member);
  const contact = name === member.email ? null : (member.email ?? member.phone);
  const { delivery } = member;
  const acts = memberActions(organization, member, asked);
  return (
    <Item
      sign={<Avatar person={member} size="large" />}
      title={member.id === asked.userId ? t('members.you', { name }) : name}
      detail={isUnsent(delivery) ? <UnsentInvitation contact={contact} delivery={delivery} /> : contact}
      state={member.status === 'invited' ? <StatusText meaning="attention">{t('members.invited')}</StatusText> : t(`role.${roleOf(organization, member)}`)}
      acts={
        acts.length > 0 ? (
          <Menu
            label={t('members.actsOf', { name })}
            actions={acts.map((act) => ({ key: act, text: t(`members.act.${act}`), negative: act === 'remove', run: () => onAct(act) }))}
          >
            <IconButton label={t('members.actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
          </Menu>
        ) : null
      }
    />
  );
};

type Unsent = Exclude<Delivery, 'sent'>;
const isUnsent = (delivery: Delivery | null): delivery is Unsent => delivery === 'waiting' || delivery === 'failed';

/** The invitation message could not be delivered. */
const UnsentInvitation = ({ contact, delivery }: { contact: string | null; delivery: Unsent }) => {
  const { t } = useTranslation('organizations');
  return (
    <>
      {contact}
      <span className={styles.delivery} role="status">
        <Icon of={MailWarning} size={16} />
        {t(`members.delivery.${delivery}`)}
      </span>
    </>
  );
};

interface MemberDialogProps {
  act: MemberMenuAction;
  member: Member;
  organization: Organization;
  onClose: () => void;
}

/** Asks for confirmation before a member's role or membership changes. */
const MemberDialog = ({ act, member, organization, onClose }: MemberDialogProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const doing = useAsyncAction();
  if (act === 'rights') return <MemberRightsDialog organization={organization} member={member} onClose={onClose} />;
  const run = async (kind: MemberAction): Promise<void> => {
    if (await doing.run(() => dispatch(changeMember({ id: organization.id, memberId: member.id, act: kind })).unwrap())) onClose();
  };
  if (act === 'renew') return null;
  return (
    <ConfirmDialog
      isOpen
      negative={act !== 'makeAdmin'}
      onClose={onClose}
      onConfirm={() => void run(act)}
      isPending={doing.busy}
      title={t(`members.sure.${act}`, { name: personName(member) })}
      confirmText={t(`members.act.${act}`)}
      cancelText={t('cancel')}
      error={doing.error ? errorText(doing.error, t('failed')) : undefined}
    >
      {t(`members.why.${act}`)}
    </ConfirmDialog>
  );
};

export default MembersScreen;
