import { Check, CircleAlert, FilePlus2, Link, Users } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate, useParams } from 'react-router-dom';
import { useStore } from 'react-redux';
import type { Template } from '#contract/entities/template.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { AppStore } from '#web/entities/store.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { fetchTemplate } from '#web/entities/templates/templates.requests.ts';
import { selectTemplate } from '#web/entities/templates/templates.slice.ts';
import { useFrame } from '#web/entities/ui-state/use-frame.ts';
import { DirectLinkDialog } from '#web/features/direct-link/owner/DirectLinkDialog.tsx';
import { saveAll } from '#web/features/editor/autosave.ts';
import { injectEditor } from '#web/features/editor/store.ts';
import { UseTemplateDialog } from '#web/features/templates/UseTemplateDialog.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { useDevice } from '#web/ui/use-device.ts';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { LoadingOverlay } from '../../frame/LoadingOverlay.tsx';
import { ResourceFailed } from '../../resource/ResourceFailed.tsx';
import { ResourceMenu } from '../../resource/ResourceMenu.tsx';
import { useRename } from '../../resource/use-rename.tsx';
import { Conflicts } from '../editor/Conflicts.tsx';
import { DocumentHeader } from '../shared/DocumentHeader.tsx';
import { rolePeopleOf } from '../editor/editor-people.ts';
import { HeaderTools } from '../editor/EditorTools.tsx';
import { EditorWorkspace } from '../editor/EditorWorkspace.tsx';
import { FilesFailed } from '../shared/FilesFailed.tsx';
import { FileTabs } from '../shared/FileTabs.tsx';
import { OpenedDocument } from '../shared/OpenedDocument.tsx';
import type { BeforeSending } from '../editor/use-before-sending.tsx';
import { useBeforeSending } from '../editor/use-before-sending.tsx';
import { useEditorLife } from '../editor/use-editor-life.ts';
import { useFiles, useSelectedDocument } from '../shared/use-files.ts';
import { useOpenDocument, useServerBody } from '../shared/use-open-document.ts';
import { useTemplateDraft } from '../editor/use-draft.ts';
import { useUnitFiles } from '../editor/use-unit-files.tsx';
import { useTemplatePanels } from './use-template-panels.tsx';
import styles from '../shared/documents.module.scss';

injectEditor();

/** /template/{id}: the owner edits the template, others view it. Both can create transactions from it. */
export default function TemplatePage() {
  const { id = '' } = useParams();
  const dispatch = useAppDispatch();
  const template = useAppSelector((state) => selectTemplate(state, id));
  const request = useAppSelector((state) => selectRequest(state, `${fetchTemplate.typePrefix}/${id}`));
  const retry = useCallback(() => void dispatch(fetchTemplate({ id })), [dispatch, id]);
  useEffect(retry, [retry]);
  useDocumentTitle(template?.name);
  if (!template && request.status === 'rejected') return <ResourceFailed resource={{ kind: 'template', id }} error={request.error} onRetry={retry} />;
  if (!template) return <LoadingOverlay />;
  return <TemplateScreen key={id} template={template} />;
}

function TemplateScreen({ template }: { template: Template }) {
  const userId = useAppSelector(selectUserId) ?? '';
  const navigate = useNavigate();
  const using = useLocation().pathname.endsWith('/use');
  const { id } = template;
  const view = fillPath(routes.template, { id });
  return (
    <>
      {mayWithTemplate(template, userId, 'update') ? <TemplateEditor template={template} userId={userId} /> : <TemplateView template={template} userId={userId} />}
      {using ? (
        <UseTemplateDialog
          template={template}
          onClose={() => void navigate(view, { replace: true })}
          onMade={(made) => void navigate(fillPath(routes.transactionCreate, { id: made.id }))}
        />
      ) : null}
    </>
  );
}

interface PartProps {
  template: Template;
  userId: string;
}

/** Header actions of a template. Using it saves the draft first. */
function TemplateHeaderActions({ template, userId, flush, settle, first = [] }: PartProps & { flush?: () => Promise<boolean>; settle?: BeforeSending['begin']; first?: readonly MenuAction[] }) {
  const { t } = useTranslation('templates');
  const navigate = useNavigate();
  const { id } = template;
  const { t: bulk } = useTranslation('bulk');
  const { t: plan } = useTranslation('plan');
  const refusal = mayUse('allowBulkSending', useOwnPlanFlags()) ? {} : { refusal: plan('notIncluded') };
  const rename = useRename({ kind: 'template', id, title: template.name }, mayWithTemplate(template, userId, 'update'));
  const directLink = useDirectLink(template, userId, flush);
  const isPhone = useDevice() === 'phone';
  const notice = useRefusalNotice();
  const refused = useCreationRefusal('createTransactions');
  const go = async (path: typeof routes.templateUse | typeof routes.templateUseBulk | typeof routes.templateSaved): Promise<void> => {
    const leave = async (): Promise<void> => {
      if (flush && !(await flush())) return;
      await navigate(fillPath(path, { id }));
    };
    if (settle) await settle(() => void leave());
    else await leave();
  };
  return (
    <>
      <ResourceMenu
        resource={{ kind: 'template', id }}
        maySeeSharing={mayWithTemplate(template, userId, 'readSharing')}
        maySeeInsights={mayWithTemplate(template, userId, 'readInsights')}
        more={[
          ...first,
          ...(flush && isPhone ? [{ key: 'done', text: t('done'), icon: <Icon of={Check} />, run: () => void go(routes.templateSaved) }] : []),
          ...directLink.actions,
          ...rename.actions,
          ...(mayWithTemplate(template, userId, 'use') ? [{ key: 'bulk', text: bulk('use_open'), icon: <Icon of={Users} />, run: () => void go(routes.templateUseBulk), ...refusal }] : []),
        ]}
      />
      {directLink.dialog}
      {rename.dialog}
      {flush && !isPhone ? <Button onPress={() => void go(routes.templateSaved)}>{t('done')}</Button> : null}
      <Button look="primary" icon={<Icon of={FilePlus2} />} onPress={() => (refused === null ? void go(routes.templateUse) : notifyError(...notice.noticeOf(refused, 'createTransactions')))}>
        {t('use.open')}
      </Button>
    </>
  );
}

/** What is being edited is saved first, since the server judges what is stored. */
function useDirectLink(template: Template, userId: string, flush: () => Promise<boolean> = async () => true): { actions: MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation('directLink');
  const [isOpen, setOpen] = useState(false);
  const run = async (): Promise<void> => setOpen(await flush());
  return {
    actions: mayWithTemplate(template, userId, 'update') ? [{ key: 'directLink', text: t('owner.title'), icon: <Icon of={Link} />, run: () => void run() }] : [],
    dialog: isOpen ? <DirectLinkDialog template={template} onClose={() => setOpen(false)} /> : null,
  };
}

function TemplateEditor({ template, userId }: PartProps) {
  useFrame('narrow');
  const { t } = useTranslation('templates');
  const store = useStore() as AppStore;
  const { files, complete, error, reload } = useFiles(template.fileIds);
  const [selected, choose] = useSelectedDocument(template.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  const draft = useTemplateDraft(template);
  const people = useMemo(() => rolePeopleOf(draft.recipients), [draft.recipients]);
  const profile = useAppSelector(selectProfile);
  const plan = useOwnPlanFlags();
  const panels = useTemplatePanels(draft, profile, files);
  const documents = useUnitFiles({ unit: { kind: 'template', id: template.id }, files });
  const { begin, question } = useBeforeSending(people, files, choose);
  useEditorLife();
  if (template.fileIds.length === 0) return <EmptyState level={1} icon={CircleAlert} title={t('noFiles')} />;
  if (error && !complete) return <FilesFailed error={error} onRetry={reload} />;
  if (!meta) return <LoadingOverlay />;
  return (
    <div className={styles.screen}>
      <DocumentHeader title={draft.name} backTo={routes.templates}>
        <HeaderTools beside={draft.save} />
        {documents.button}
        <TemplateHeaderActions template={template} userId={userId} first={documents.actions} settle={begin} flush={async () => (await draft.flush()) && saveAll(store)} />
      </DocumentHeader>
      <EditorWorkspace
        document={{ id: meta.id, title: meta.title, fields: meta.attributes.fields, version: meta.metaVersion }}
        documents={files.map((file) => ({ id: file.id, title: file.title }))}
        onDocument={choose}
        opened={opened}
        people={people}
        plan={plan}
        startPanel={draft.recipients.length === 0 ? 'roles' : 'fields'}
        panels={panels}
        beside={draft.save}
      />
      {question}
      {documents.dialog}
      <Conflicts draft={draft} files={files} />
    </div>
  );
}

/** View of a shared template. */
function TemplateView({ template, userId }: PartProps) {
  const { t } = useTranslation('templates');
  const { files, error } = useFiles(template.fileIds);
  const [selected, choose] = useSelectedDocument(template.fileIds);
  const meta = files.find((file) => file.id === selected) ?? files[0];
  const opened = useOpenDocument(useServerBody(meta?.id ?? '', meta?.version));
  return (
    <div className={styles.screen}>
      <DocumentHeader title={template.name} backTo={routes.templates}>
        <TemplateHeaderActions template={template} userId={userId} />
      </DocumentHeader>
      <FileTabs files={files} current={meta?.id ?? ''} onChoose={choose} />
      <div className={styles.body}>
        <div className={styles.middle}>
          {error && !meta ? <EmptyState icon={CircleAlert} title={t('failed')}>{errorText(error)}</EmptyState> : <OpenedDocument opened={opened} title={meta?.title ?? template.name} widgets />}
        </div>
        <aside className={styles.verdictSide} aria-label={t('roles.title')}>
          <div className={styles.sideInner}>
            <h2 className={styles.doneTitle}>{t('roles.title')}</h2>
            <ol>
              {template.recipients.map(({ id, role }) => (
                <li key={id}>{role}</li>
              ))}
            </ol>
          </div>
        </aside>
      </div>
    </div>
  );
}
