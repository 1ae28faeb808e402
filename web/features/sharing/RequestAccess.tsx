import { Hourglass, Lock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { keyOfResource, pathsOf } from '#web/entities/sharing/resource.ts';
import { fetchAccessRequests, requestAccess } from '#web/entities/sharing/sharing.requests.ts';
import { selectAccess } from '#web/entities/sharing/sharing.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './sharing.module.scss';

interface RequestAccessProps {
  resource: Resource;
  /** Called once access is granted and the resource can be loaded. */
  onGranted: () => void;
}

/** Shown instead of a resource without access: requests access and shows the state of the request. */
export function RequestAccess({ resource, onGranted }: RequestAccessProps) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const key = keyOfResource(resource);
  const { kind, id } = resource;
  const access = useAppSelector((state) => selectAccess(state, key));
  const asking = useAppSelector((state) => selectRequest(state, `${requestAccess.typePrefix}/${key}`));
  const granted = useRef(onGranted);
  granted.current = onGranted;
  useEffect(() => {
    void dispatch(fetchAccessRequests({ kind, id }));
  }, [dispatch, kind, id]);
  useEffect(() => {
    if (access === 'accepted') granted.current();
  }, [access]);

  const waits = access === 'pending';
  const title = waits ? t('ask.waitingTitle') : t('ask.title');
  useDocumentTitle(title);
  const ask = (
    <Button look="primary" isPending={asking.status === 'pending'} onPress={() => void dispatch(requestAccess({ kind, id }))}>
      {access === 'rejected' ? t('ask.again') : t('ask.confirm')}
    </Button>
  );
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={waits ? Hourglass : Lock}
        title={title}
        actions={
          <>
            <LinkButton to={pathsOf(resource).list}>{t('ask.list')}</LinkButton>
            {waits ? null : ask}
          </>
        }
      >
        <p role="status">{t(waits ? 'ask.waiting' : access === 'rejected' ? 'ask.rejected' : 'ask.text')}</p>
        {asking.status === 'rejected' ? (
          <Banner meaning="negative">{asking.error.code === 'too_many_requests' ? t('ask.tooOften') : errorText(asking.error, t('failed'))}</Banner>
        ) : null}
      </EmptyState>
    </div>
  );
}
