import { Building2, CircleCheck, CircleX } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Invite } from '#contract/entities/organization.ts';
import { timing } from '#contract/limits/timing.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { acceptInvite, rejectInvite } from '#web/entities/organizations/invites.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { leave } from '#web/entities/session/leave.ts';
import { spaceEntered } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { InviteState } from './invite-state.ts';
import { stateOfFailure } from './invite-state.ts';
import styles from './organizations.module.scss';

/** /invite/{id}: accepts or declines an invitation to an organization. */
const InviteScreen = () => {
  const { t } = useTranslation('organizations');
  const { id = '' } = useParams();
  const [query] = useSearchParams();
  const ticket = query.get('ticket') ?? undefined;
  const dispatch = useAppDispatch();
  const invitation = useAnswer(useCallback((signal: AbortSignal) => call('invites.get', { params: { id }, query: { ticket } }, { signal }), [id, ticket]));
  const [answered, setAnswered] = useState<InviteState | null>(null);
  useDocumentTitle(t('invitation.title'));
  const state: InviteState = answered ?? (invitation.error ? stateOfFailure(invitation.error) : invitation.value ? { step: 'choice' } : { step: 'opening' });
  const accept = async (): Promise<void> => {
    setAnswered({ step: 'loading', action: 'accept' });
    try {
      const organization = await dispatch(acceptInvite({ id, ticket })).unwrap();
      setAnswered({ step: 'accepted', orgId: organization.id });
    } catch (failure) {
      setAnswered(stateOfFailure(failure));
    }
  };
  const decline = async (): Promise<void> => {
    setAnswered({ step: 'loading', action: 'decline' });
    try {
      await dispatch(rejectInvite({ id, ticket })).unwrap();
      setAnswered({ step: 'declined' });
    } catch (failure) {
      setAnswered(stateOfFailure(failure));
    }
  };
  return (
    <div className={styles.invitation}>
      <InviteContent state={state} invite={invitation.value} onAccept={() => void accept()} onDecline={() => void decline()} />
    </div>
  );
};

interface InviteContentProps {
  state: InviteState;
  invite: Invite | null;
  onAccept: () => void;
  onDecline: () => void;
}

const InviteContent = ({ state, invite, onAccept, onDecline }: InviteContentProps) => {
  const { t } = useTranslation('organizations');
  const toStart = <LinkButton to={routes.home}>{t('invitation.toStart')}</LinkButton>;
  switch (state.step) {
    case 'opening':
      return <EmptyState level={1} title={t('invitation.opening')}><Spinner /></EmptyState>;
    case 'loading':
      return <EmptyState level={1} title={t(state.action === 'accept' ? 'invitation.joining' : 'invitation.declining')}><Spinner /></EmptyState>;
    case 'choice':
      return <Choice invite={invite} onAccept={onAccept} onDecline={onDecline} />;
    case 'accepted':
      return <Accepted orgId={state.orgId} name={invite?.name ?? ''} />;
    case 'declined':
      return <EmptyState level={1} icon={CircleCheck} title={t('invitation.declined')} actions={toStart}>{t('invitation.declinedText')}</EmptyState>;
    case 'expired':
      return <EmptyState level={1} icon={CircleX} title={t('invitation.expiredTitle')} actions={toStart}>{t('invitation.expired')}</EmptyState>;
    case 'otherAccount':
      return <OtherAccount />;
    case 'failed':
      return <EmptyState level={1} icon={CircleX} title={t('invitation.failedTitle')} actions={toStart}>{t('invitation.failed')}</EmptyState>;
  }
};

const Choice = ({ invite, onAccept, onDecline }: Pick<InviteContentProps, 'invite' | 'onAccept' | 'onDecline'>) => {
  const { t } = useTranslation('organizations');
  return (
    <>
      {invite?.logo ? <img src={invite.logo} alt="" className={styles.logo} /> : null}
      <EmptyState
        level={1}
        {...(invite?.logo ? {} : { icon: Building2 })}
        title={t('invitation.join', { name: invite?.name ?? '' })}
        actions={
          <>
            <Button onPress={onDecline}>{t('invitation.decline')}</Button>
            <Button look="primary" onPress={onAccept}>
              {t('invitation.accept')}
            </Button>
          </>
        }
      >
        {t('invitation.joinText')}
      </EmptyState>
    </>
  );
};

/** Opens the organization, on press or automatically after a delay. */
const Accepted = ({ orgId, name }: { orgId: string; name: string }) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const [switching, setSwitching] = useState(false);
  useEffect(() => {
    if (!switching) return undefined;
    const enter = async (): Promise<void> => {
      await navigate(fillPath(routes.organization, { id: orgId }));
      // Entering a space remounts the screens, so the navigation has to come first.
      dispatch(spaceEntered(orgId));
    };
    const timer = setTimeout(() => void enter(), timing.inviteSwitch);
    return () => clearTimeout(timer);
  }, [switching, dispatch, navigate, orgId]);
  return (
    <EmptyState
      level={1}
      icon={CircleCheck}
      title={t('invitation.accepted', { name })}
      actions={
        <Button look="primary" isPending={switching} onPress={() => setSwitching(true)}>
          {t('invitation.switch', { name })}
        </Button>
      }
    >
      {t('invitation.acceptedText')}
    </EmptyState>
  );
};

/** The invitation is for another address than that of the current account. */
const OtherAccount = () => {
  const { t } = useTranslation('organizations');
  const profile = useAppSelector(selectProfile);
  const here = `${window.location.pathname}${window.location.search}`;
  return (
    <EmptyState
      level={1}
      icon={CircleX}
      title={t('invitation.otherTitle')}
      actions={
        <>
          <LinkButton to={routes.home}>{t('invitation.continue')}</LinkButton>
          <Button look="primary" onPress={() => void leave(here)}>
            {t('invitation.switchAccount')}
          </Button>
        </>
      }
    >
      <p>{t('invitation.other')}</p>
      <p>{t('invitation.signedInAs', { name: profile?.email ?? profile?.phone ?? '' })}</p>
    </EmptyState>
  );
};

export default InviteScreen;
