import { CircleAlert, Pencil, PenLine } from 'lucide-react';
import { lazy, Suspense, useCallback, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import type { Template } from '#contract/entities/template.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { takeFromLibrary } from '#web/entities/templates/library.requests.ts';
import { fetchTemplate } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate } from '#web/entities/templates/templates.slice.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import NotFoundScreen from '../../screens/NotFoundScreen.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import styles from '../shared/documents.module.scss';

/** Loaded separately, because readers do not need the editor. */
const TemplatePage = lazy(() => import('./TemplatePage.tsx'));

/** /library/template/{id}: view of a library template, with its use. Its owner edits it at /library/template/{id}/editor. */
export default function LibraryTemplatePage() {
  const { id = '' } = useParams();
  const dispatch = useAppDispatch();
  const template = useAppSelector((state) => selectTemplate(state, id));
  const request = useAppSelector((state) => selectRequest(state, `${fetchTemplate.typePrefix}/${id}`));
  const userId = useAppSelector(selectUserId) ?? '';
  const isEditor = useLocation().pathname.endsWith('/editor');
  const load = useCallback(() => void dispatch(fetchTemplate({ id })), [dispatch, id]);
  useEffect(load, [load]);
  useDocumentTitle(template?.name);
  if (!template && request.status === 'rejected') return <NotFoundScreen backTo={routes.library} />;
  if (!template) return <LoadingOverlay />;
  if (isEditor && mayWithTemplate(template, userId, 'update')) return <Suspense fallback={<LoadingOverlay />}><TemplatePage /></Suspense>;
  return <LibraryTemplate key={id} template={template} />;
}

function LibraryTemplate({ template }: { template: Template }) {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const userId = useAppSelector(selectUserId) ?? '';
  const act = useAsyncAction();
  const { files, error } = useFiles(template.fileIds);
  const [selected, choose] = useSelectedDocument(template.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const use = async (): Promise<void> => {
    const made = await act.ask(() => dispatch(takeFromLibrary({ id: template.id })).unwrap());
    if (made) await navigate(fillPath(routes.libraryTransaction, { id: made.id }));
  };
  return (
    <div className={styles.screen}>
      <DocumentHeader title={template.name} backTo={routes.library}>
        {mayWithTemplate(template, userId, 'update') ? <IconButton label={t('roles.edit')} icon={<Icon of={Pencil} />} onPress={() => void navigate(fillPath(routes.libraryTemplateEditor, { id: template.id }))} /> : null}
        {mayWithTemplate(template, userId, 'useLibrary') ? (
          <Button look="primary" icon={<Icon of={PenLine} />} isPending={act.busy} onPress={() => void use()}>
            {t('library.use')}
          </Button>
        ) : null}
      </DocumentHeader>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      <FileTabs files={files} current={meta?.id ?? ''} onChoose={choose} />
      <div className={styles.middle}>
        {error && !meta ? (
          <EmptyState icon={CircleAlert} title={t('failed')}>
            {errorText(error)}
          </EmptyState>
        ) : (
          <OpenedDocument opened={opened} title={meta?.title ?? template.name} widgets />
        )}
      </div>
    </div>
  );
}
