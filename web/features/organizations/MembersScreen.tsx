import { MailWarning, MoreHorizontal, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Delivery } from '#contract/entities/delivery.ts';
import type { Member, Organization } from '#contract/entities/organization.ts';
import { counts } from '#contract/limits/counts.ts';
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
  <OrganizationFrame>{(organization, loaded) => <Members organization={organization} loaded={loaded} />}</OrganizationFrame>
);

interface PartProps {
  organization: Organization;
  loaded: LoadedOrganization;
}

type Open = { action: 'invite' } | { action: MemberMenuAction; member: Member } | null;

/** Number of members from which the search is shown. */
const SEARCHED_FROM = 8;

const Members = ({ organization, loaded }: PartProps) => {
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
        loaded.may('invite') ? (
          <Button look="primary" icon={<Icon of={UserPlus} />} isDisabled={organization.members.length >= counts.organizationMembers} onPress={() => setOpen({ action: 'invite' })}>
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
            loaded={loaded}
            onAction={(action) => (action === 'renew' ? void renew(member) : setOpen({ action, member }))}
          />
        ))}
      </ItemList>
      {open?.action === 'invite' ? <InviteDialog organization={organization} onClose={() => setOpen(null)} /> : null}
      {open && open.action !== 'invite' ? <MemberDialog action={open.action} member={open.member} organization={organization} onClose={() => setOpen(null)} /> : null}
    </Section>
  );
};

interface MemberItemProps extends PartProps {
  member: Member;
  onAction: (action: MemberMenuAction) => void;
}

const MemberItem = ({ member, organization, loaded, onAction }: MemberItemProps) => {
  const { t } = useTranslation('organizations');
  const name = personName(member);
  const contact = name === member.email ? null : (member.email ?? member.phone);
  const { delivery } = member;
  const actions = memberActions(organization, member, loaded);
  return (
    <Item
      sign={<Avatar person={member} size="large" />}
      title={member.id === loaded.userId ? t('members.you', { name }) : name}
      detail={isUnsent(delivery) ? <UnsentInvitation contact={contact} delivery={delivery} /> : contact}
      state={member.status === 'invited' ? <StatusText meaning="attention">{t('members.invited')}</StatusText> : t(`role.${roleOf(organization, member)}`)}
      actions={
        actions.length > 0 ? (
          <Menu
            label={t('members.actsOf', { name })}
            actions={actions.map((action) => ({ key: action, text: t(`members.act.${action}`), negative: action === 'remove', run: () => onAction(action) }))}
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
  action: MemberMenuAction;
  member: Member;
  organization: Organization;
  onClose: () => void;
}

/** Asks for confirmation before a member's role or membership changes. */
const MemberDialog = ({ action, member, organization, onClose }: MemberDialogProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const doing = useAsyncAction();
  if (action === 'rights') return <MemberRightsDialog organization={organization} member={member} onClose={onClose} />;
  const run = async (kind: MemberAction): Promise<void> => {
    if (await doing.run(() => dispatch(changeMember({ id: organization.id, memberId: member.id, action: kind })).unwrap())) onClose();
  };
  if (action === 'renew') return null;
  return (
    <ConfirmDialog
      isOpen
      negative={action !== 'makeAdmin'}
      onClose={onClose}
      onConfirm={() => void run(action)}
      isPending={doing.busy}
      title={t(`members.sure.${action}`, { name: personName(member) })}
      confirmText={t(`members.act.${action}`)}
      cancelText={t('cancel')}
      error={doing.error ? errorText(doing.error, t('failed')) : undefined}
    >
      {t(`members.why.${action}`)}
    </ConfirmDialog>
  );
};

export default MembersScreen;
