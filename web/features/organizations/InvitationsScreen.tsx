import { Building2, MailOpen } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Trans, useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Invite } from '#contract/entities/organization.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { acceptInvite, fetchInvites, rejectInvite } from '#web/entities/organizations/invites.requests.ts';
import { selectOrganizationsState } from '#web/entities/organizations/organizations.slice.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { catchFocus } from '#web/ui/catch-focus.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SectionActions } from '#web/ui/Section.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { stateOfFailure } from './invite-state.ts';
import styles from './organizations.module.scss';

/** /organizations/invitations: the organizations that invite this person. */
const InvitationsScreen = () => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const { invites } = useAppSelector(selectOrganizationsState);
  const { error } = useAppSelector((state) => selectRequest(state, fetchInvites.typePrefix));
  const screen = useRef<HTMLDivElement>(null);
  const fetch = (): void => void dispatch(fetchInvites());
  useEffect(() => void dispatch(fetchInvites()), [dispatch]);
  return (
    // An answered invitation takes its buttons along, and the focus goes here.
    <div ref={screen} tabIndex={-1} className={styles.answered}>
      <Page title={t('invitations.title')} text={t('invitations.text')}>
        {error ? <Banner meaning="negative" actions={<Button onPress={fetch}>{t('tryAgain')}</Button>}>{errorText(error, t('failed'))}</Banner> : null}
        {invites === null && !error ? <Skeleton height="var(--space-16)" /> : null}
        {invites?.length === 0 ? (
          <EmptyState icon={MailOpen} title={t('invitations.empty')}>
            {t('invitations.emptyHow')}
          </EmptyState>
        ) : null}
        {invites && invites.length > 0 ? (
          <ItemList label={t('invitations.title')}>
            {invites.map((invite) => (
              <InvitationItem key={invite.id} invite={invite} onRemoved={() => catchFocus(() => screen.current)} />
            ))}
          </ItemList>
        ) : null}
      </Page>
    </div>
  );
};

const InvitationItem = ({ invite: { id, name, logo, expiresAt }, onRemoved }: { invite: Invite; onRemoved: () => void }) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [answering, setAnswering] = useState<'accept' | 'decline' | null>(null);
  const [failure, setFailure] = useState<'expired' | 'failed' | null>(null);
  const latestOnRemoved = useRef(onRemoved);
  latestOnRemoved.current = onRemoved;
  useEffect(() => () => latestOnRemoved.current(), []);
  const enter = async (orgId: string): Promise<void> => {
    await navigate(routes.transactions);
    await dispatch(switchSpace(orgId));
  };
  const answer = async (kind: 'accept' | 'decline'): Promise<void> => {
    setAnswering(kind);
    setFailure(null);
    try {
      if (kind === 'accept') {
        const { id: orgId } = await dispatch(acceptInvite({ id })).unwrap();
        notify(t('invitation.accepted', { name }), { action: { text: t('invitation.switch', { name }), run: () => void enter(orgId) } });
      } else {
        await dispatch(rejectInvite({ id })).unwrap();
        notify(t('invitation.declined'));
      }
    } catch (error) {
      setFailure(stateOfFailure(error).step === 'expired' ? 'expired' : 'failed');
      setAnswering(null);
    }
  };
  return (
    <Item
      sign={logo ? <img src={logo} alt="" className={styles.smallLogo} /> : <Icon of={Building2} size={24} />}
      title={name}
      detail={<Trans t={t} i18nKey="invitations.expires" components={{ date: <Moment at={expiresAt} /> }} />}
      state={failure ? <span role="alert">{t(failure === 'expired' ? 'invitation.expired' : 'invitation.failed')}</span> : null}
      actions={
        <SectionActions>
          <Button isPending={answering === 'decline'} isDisabled={answering === 'accept'} aria-label={t('invitations.declineOf', { name })} onPress={() => void answer('decline')}>
            {t('invitation.decline')}
          </Button>
          <Button isPending={answering === 'accept'} isDisabled={answering === 'decline'} aria-label={t('invitations.acceptOf', { name })} onPress={() => void answer('accept')}>
            {t('invitation.accept')}
          </Button>
        </SectionActions>
      }
    />
  );
};

export default InvitationsScreen;
