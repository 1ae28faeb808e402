import { useEffect } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '#contract/entities/organization.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { keyOfResource } from '#web/entities/sharing/resource.ts';
import { fetchAccessRequests, fetchParticipants } from '#web/entities/sharing/sharing.requests.ts';
import { selectAccessRequests, selectParticipants } from '#web/entities/sharing/sharing.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { AccessRequests } from './AccessRequests.tsx';
import { AddPeople } from './AddPeople.tsx';
import type { OtherReader } from './ParticipantList.tsx';
import { ParticipantList } from './ParticipantList.tsx';
import styles from './sharing.module.scss';

interface SharingPanelProps {
  resource: Resource;
  userId: string;
  /** Whether the owner can be changed. A transaction's files change with the transaction. */
  ownerCanChange: boolean;
  /** Recipients and copies, who have access to a transaction without being participants. */
  others?: readonly OtherReader[];
  /** Teams that it can be shared with. */
  teams: readonly Pick<Team, 'id' | 'name'>[];
  /** The owner's choice of public access, where there is one. */
  publicAccess?: ReactNode;
  onSignOutElsewhere: () => void;
}

/** Access to a resource. The owner adds and removes people and answers requests; others only see the list. */
export function SharingPanel({ resource, userId, ownerCanChange, others, teams, publicAccess, onSignOutElsewhere }: SharingPanelProps) {
  const { t } = useTranslation('sharing');
  const { participants, requests, error, retry } = useSharing(resource);
  if (error && !participants) {
    return (
      <Banner meaning="negative" actions={<Button onPress={retry}>{t('tryAgain')}</Button>}>
        {errorText(error)}
      </Banner>
    );
  }
  if (!participants) {
    return (
      <div className={styles.section} aria-busy="true">
        <Skeleton height="var(--control-large)" />
        <Skeleton height="var(--control-large)" />
      </div>
    );
  }
  const isOwner = participants.some((each) => each.isOwner && each.id === userId);
  return (
    <>
      {isOwner && requests.length > 0 ? <AccessRequests resource={resource} requests={requests} /> : null}
      {isOwner ? <AddPeople resource={resource} participants={participants} teams={teams} isNext={requests.length === 0} /> : null}
      <ParticipantList resource={resource} participants={participants} userId={userId} ownerCanChange={ownerCanChange} others={others} onSignOutElsewhere={onSignOutElsewhere} />
      {isOwner ? publicAccess : null}
    </>
  );
}

/** Fetches participants and access requests on mount, and after the person is no longer the owner. */
function useSharing(resource: Resource) {
  const dispatch = useAppDispatch();
  const key = keyOfResource(resource);
  const { kind, id } = resource;
  const participants = useAppSelector((state) => selectParticipants(state, key));
  const requests = useAppSelector((state) => selectAccessRequests(state, key)) ?? [];
  const { error } = useAppSelector((state) => selectRequest(state, `${fetchParticipants.typePrefix}/${key}`));
  const retry = (): void => {
    void dispatch(fetchParticipants({ kind, id }));
    void dispatch(fetchAccessRequests({ kind, id }));
  };
  useEffect(() => {
    void dispatch(fetchParticipants({ kind, id }));
    void dispatch(fetchAccessRequests({ kind, id }));
  }, [dispatch, kind, id]);
  return { participants, requests, error, retry };
}
