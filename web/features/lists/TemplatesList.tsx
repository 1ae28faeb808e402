import { LayoutTemplate } from 'lucide-react';
import { useCallback, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { ownershipFilters } from '#contract/entities/list-query.ts';
import type { Template } from '#contract/entities/template.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useCreationRefusal } from '#web/entities/organizations/use-may-create.ts';
import { useRefusalNotice } from '#web/entities/organizations/use-refusal-notice.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { deleteTemplate, templatesRequests } from '#web/entities/templates/templates.requests.ts';
import { selectTemplatesState, templatesListOpened } from '#web/entities/templates/templates.slice.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SectionActions } from '#web/ui/Section.tsx';
import { notifyError } from '#web/ui/snackbar.ts';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';
import { EndOfList } from './EndOfList.tsx';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { BulkItem } from './BulkActionDialog.tsx';
import { BulkActionDialog } from './BulkActionDialog.tsx';
import { RenameDialog } from './RenameDialog.tsx';
import { TemplateRow } from './TemplateRow.tsx';
import type { TemplateAction } from './templates-list.ts';
import { permittedTemplateActions } from './templates-list.ts';
import { useListQuery } from './use-list-query.ts';
import { useServerList } from './use-server-list.ts';
import { useSelection } from './use-selection.ts';
import { useLabeling, type LabelItem } from './use-labeling.tsx';
import { archiveActions, useArchive, type Archive } from './use-archive.ts';
import styles from './Row.module.scss';

type Label = ReturnType<typeof useLabeling>['label'];
const itemOf = ({ id, name, folderId, tagIds }: Template): LabelItem => ({ id, title: name, folderId, tagIds });
const idOf = ({ id }: { id: string }): string => id;
/** Height of a row on desktops, in pixels. */
const ROW = 72;

/** Link to the public template library. */
const ToLibrary = () => {
  const { t } = useTranslation('lists');
  const isOffered = useDeployment()?.libraryTemplates ?? false;
  return isOffered ? <LinkButton to={routes.library}>{t('library')}</LinkButton> : null;
};

const NewTemplate = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const dispatch = useAppDispatch();
  return (
    <CreateButton right="createTemplates" icon={<Icon of={LayoutTemplate} />} AskName={AskName} onFiles={(files) => dispatch(addFiles(files, { kind: 'newTemplate' }))}>
      {t('newTemplate')}
    </CreateButton>
  );
};

/** The rows for the current query, as far as they were loaded. */
const useRows = () => {
  const state = useAppSelector(selectTemplatesState);
  const [query, setQuery] = useListQuery(ownershipFilters);
  const list = useServerList({ query, state, requests: templatesRequests, opened: templatesListOpened });
  const rows = useMemo(() => list.ids.flatMap((id) => state.entities[id] ?? []), [list.ids, state.entities]);
  return { state, query, setQuery, list, rows };
};

/** Row actions, which navigate or open a dialog. */
const useTemplateActions = (archive: Archive, label: Label) => {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const notice = useRefusalNotice();
  const refused = useCreationRefusal('createTransactions');
  // A new notice must not draw every row anew.
  const latest = useRef(notice);
  latest.current = notice;
  const [deleting, setDeleting] = useState<readonly BulkItem[] | null>(null);
  const [renaming, setRenaming] = useState<Template | null>(null);
  const askDelete = useCallback((templates: readonly Template[]) => setDeleting(templates.map(itemOf)), []);
  const act = useCallback(
    (kind: TemplateAction, template: Template) => {
      const { id } = template;
      if (kind === 'delete') askDelete([template]);
      if (kind === 'archive' || kind === 'unarchive') void archive([itemOf(template)], kind === 'archive');
      if (kind === 'label') label([itemOf(template)]);
      if (kind === 'rename') setRenaming(template);
      if (kind === 'use' && refused !== null) notifyError(...latest.current.noticeOf(refused, 'createTransactions'));
      else if (kind === 'use') void navigate(fillPath(routes.templateUse, { id }));
      if (kind === 'useBulk') void navigate(fillPath(routes.templateUseBulk, { id }));
      if (kind === 'open') void navigate(fillPath(routes.template, { id }));
      if (kind === 'share') void navigate(fillPath(routes.templateSharing, { id }));
    },
    [archive, askDelete, label, navigate, refused],
  );
  const remove = async (id: string) => {
    const result = await dispatch(deleteTemplate({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  return { act, deleting, askDelete, close: () => setDeleting(null), remove, renaming, closeRename: () => setRenaming(null) };
};

/** /templates: transactions that are sent repeatedly. */
const TemplatesList = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const userId = useAppSelector(selectUserId) ?? '';
  const { state, query, setQuery, list, rows } = useRows();
  const archive = useArchive('template');
  const { label, dialog } = useLabeling('template');
  const actions = useTemplateActions(archive, label);
  const sendsInBulk = mayUse('allowBulkSending', useOwnPlanFlags());
  const selection = useSelection(useMemo(() => rows.map(idOf), [rows]));
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const mayDelete = chosen.every((each) => permittedTemplateActions(each, userId).includes('delete'));
  return (
    <ListFrame
      title={t('templates')}
      action={
        <SectionActions>
          <ToLibrary />
          <NewTemplate AskName={AskName} />
        </SectionActions>
      }
      filters={ownershipFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }))}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchTemplates')}
      waiting={list.isWaiting}
      isOutdated={list.isOutdated}
      total={list.total}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      kind="template"
      empty={
        <EmptyState icon={LayoutTemplate} title={t('empty.templates')} actions={<NewTemplate AskName={AskName} />}>
          {t('empty.templatesHow')}
        </EmptyState>
      }
    >
      <VirtualList label={t('templates')} className={styles.rows} items={rows} total={list.total} keyOf={idOf} estimate={ROW}>
        {(template, row) => (
          <TemplateRow
            key={template.id}
            row={row}
            template={template}
            viewerId={userId}
            sendsInBulk={sendsInBulk}
            search={query.search}
            sort={query.sort}
            onAction={actions.act}
            isSelected={selection.ids.has(template.id)}
            onSelect={selection.toggle}
          />
        )}
      </VirtualList>
      <SelectionBar
        selection={selection}
        total={rows.length}
        isComplete={list.isComplete}
        actions={[
          { key: 'label', text: t('act.label'), run: () => label(chosen.map(itemOf)) },
          ...archiveActions(chosen).map((key) => ({ key, text: t(`act.${key}`), run: () => void archive(chosen.map(itemOf), key === 'archive') })),
          ...(mayDelete ? [{ key: 'delete', text: t('act.delete'), negative: true, run: () => actions.askDelete(chosen) }] : []),
        ]}
      />
      {dialog}
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      {actions.deleting ? <BulkActionDialog action="delete" items={actions.deleting} run={actions.remove} onClose={actions.close} /> : null}
      {actions.renaming ? <RenameDialog item={{ kind: 'template', id: actions.renaming.id, title: actions.renaming.name }} onClose={actions.closeRename} /> : null}
    </ListFrame>
  );
};

export default TemplatesList;
