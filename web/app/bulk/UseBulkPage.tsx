import { useEffect, useMemo } from 'react';
import { useLocation, useParams } from 'react-router-dom';
import { isEditable } from '#contract/entities/transaction.ts';
import { may } from '#contract/permissions/transaction.permissions.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTemplate } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate } from '#web/entities/templates/templates.slice.ts';
import { UseBulkScreen } from '#web/features/bulk/UseBulkScreen.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { Field } from '#contract/entities/field.ts';
import { useFiles } from '../documents/shared/use-files.ts';
import { useTransaction } from '../documents/shared/use-transaction.ts';
import { LoadingOverlay } from '../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../resource/ResourceFailed.tsx';
import AccessDeniedScreen from '../screens/AccessDeniedScreen.tsx';

/** /template/{id}/use_bulk and /transaction/{id}/use_bulk, for plans with bulk sending. */
export default function UseBulkPage() {
  const { id = '' } = useParams();
  const profile = useAppSelector(selectProfile);
  const plan = useOwnPlanFlags();
  const isTemplate = useLocation().pathname.startsWith('/template/');
  if (!profile) return <LoadingOverlay />;
  if (!mayUse('allowBulkSending', plan)) return <AccessDeniedScreen />;
  return isTemplate ? <OfTemplate id={id} userId={profile.id} /> : <OfTransaction id={id} />;
}

const noFiles: readonly string[] = [];

/** The fields of all documents; null until they are known. A list can fill none where they can't be loaded. */
function useFields(fileIds: readonly string[] | undefined): readonly Field[] | null {
  const { files, complete, error } = useFiles(fileIds ?? noFiles);
  const fields = useMemo(() => files.flatMap(({ attributes }) => attributes.fields), [files]);
  return complete || error ? fields : null;
}

function OfTemplate({ id, userId }: { id: string; userId: string }) {
  const dispatch = useAppDispatch();
  const template = useAppSelector((state) => selectTemplate(state, id));
  const request = useAppSelector((state) => selectRequest(state, `${fetchTemplate.typePrefix}/${id}`));
  useEffect(() => {
    void dispatch(fetchTemplate({ id }));
  }, [dispatch, id]);
  const fields = useFields(template?.fileIds);
  useDocumentTitle(template?.name);
  if (!template && request.status === 'rejected') {
    return <ResourceFailed resource={{ kind: 'template', id }} error={request.error} onRetry={() => void dispatch(fetchTemplate({ id }))} />;
  }
  if (!template || !fields) return <LoadingOverlay />;
  if (!mayWithTemplate(template, userId, 'use')) return <AccessDeniedScreen />;
  const { name, recipients } = template;
  return <UseBulkScreen source={{ type: 'template', id, name, recipients, fields }} backTo={fillPath(routes.template, { id })} />;
}

function OfTransaction({ id }: { id: string }) {
  const { transaction, error, retry } = useTransaction(id);
  const profile = useAppSelector(selectProfile);
  const fields = useFields(transaction?.fileIds);
  if (error) return <ResourceFailed resource={{ kind: 'transaction', id }} error={error} onRetry={retry} />;
  if (!transaction || !profile || !fields) return <LoadingOverlay />;
  if (!isEditable(transaction.status) || !may(transaction, profile, 'copy')) return <AccessDeniedScreen />;
  const { name, recipients } = transaction;
  return <UseBulkScreen source={{ type: 'transaction', id, name, recipients, fields }} backTo={fillPath(routes.transaction, { id })} />;
}
