import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { AccessRequest } from '#contract/entities/sharing.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { answerAccess } from '#web/entities/sharing/sharing.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { notify } from '#web/ui/snackbar.ts';
import styles from './sharing.module.scss';

interface AccessRequestsProps {
  resource: Resource;
  requests: readonly AccessRequest[];
}

/** Pending access requests, for the owner to answer. */
export function AccessRequests({ resource, requests }: AccessRequestsProps) {
  const { t } = useTranslation('sharing');
  return (
    <section className={styles.section} aria-labelledby="sharing-requests">
      <h2 id="sharing-requests" className={styles.heading}>
        {t('requests.title')}
      </h2>
      <ul className={styles.people}>
        {requests.map((request) => (
          <RequestRow key={request.id} resource={resource} request={request} />
        ))}
      </ul>
    </section>
  );
}

function RequestRow({ resource, request }: { resource: Resource; request: AccessRequest }) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const [answering, setAnswering] = useState<'accept' | 'reject' | null>(null);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { name, email } = request.actor;
  const answer = async (accept: boolean): Promise<void> => {
    setAnswering(accept ? 'accept' : 'reject');
    setError(null);
    try {
      await dispatch(answerAccess({ resource, requestId: request.id, accept })).unwrap();
      notify(t(accept ? 'requests.accepted' : 'requests.rejected', { name }));
    } catch (failure) {
      setError(failure as ErrorInfo);
      setAnswering(null);
    }
  };
  return (
    <li className={styles.person}>
      <Avatar person={request.actor} size="medium" />
      <span className={styles.who}>
        <span className={styles.name}>{name}</span>
        <span className={styles.contact}>
          {email && email !== name ? `${email} · ` : ''}
          <Moment at={request.createdAt} />
        </span>
        {error ? (
          <span className={styles.refused} role="alert">
            {errorText(error, t('failed'))}
          </span>
        ) : null}
      </span>
      <span className={styles.answers}>
        <Button
          isDisabled={answering === 'accept'}
          isPending={answering === 'reject'}
          aria-label={t('requests.rejectOf', { name })}
          onPress={() => void answer(false)}
        >
          {t('requests.reject')}
        </Button>
        <Button
          look="primary"
          isDisabled={answering === 'reject'}
          isPending={answering === 'accept'}
          aria-label={t('requests.acceptOf', { name })}
          onPress={() => void answer(true)}
        >
          {t('requests.accept')}
        </Button>
      </span>
    </li>
  );
}
