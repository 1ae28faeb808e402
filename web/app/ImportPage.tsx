import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Navigate, useSearchParams } from 'react-router-dom';
import { routes } from '#contract/routes.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { addAddresses } from '#web/entities/uploads/uploads.requests.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { LoadingOverlay } from './frame/LoadingOverlay.tsx';
import { addressesIn } from './import-query.ts';

/** /file?url=… and /file?data=…: imports the given URLs and opens the result. Not found for people who may not create files. */
const ImportPage = () => {
  const { t } = useTranslation('upload');
  const dispatch = useAppDispatch();
  const [query] = useSearchParams();
  const profile = useAppSelector(selectProfile);
  const begun = useRef(false);
  const addresses = addressesIn(query);
  const refused = useCreationRefusal('createFiles');
  const allowed = profile?.type === 'user' && refused === null;
  useEffect(() => {
    if (begun.current || !allowed || addresses.length === 0) return;
    begun.current = true;
    dispatch(addAddresses(addresses, { kind: 'files' }));
  }, [dispatch, allowed, addresses]);
  if (!profile) return <LoadingOverlay />;
  if (!allowed || addresses.length === 0) return <Navigate to={routes.notFound} replace />;
  return (
    <EmptyState level={1} title={t('importing', { count: addresses.length })} actions={<LinkButton to={routes.files}>{t('toFiles')}</LinkButton>}>
      {addresses.join(', ')}
    </EmptyState>
  );
};

export default ImportPage;
