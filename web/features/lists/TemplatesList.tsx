import { LayoutTemplate } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { listSorts } from '#contract/entities/list-query.ts';
import type { Template } from '#contract/entities/template.ts';
import { mayUse } from '#contract/permissions/plan.permissions.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useOwnPlanFlags } from '#web/entities/plan/use-plan-flags.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { deleteTemplate, fetchMoreTemplates, fetchTemplates } from '#web/entities/templates/templates.requests.ts';
import { allTemplates, selectTemplatesState } from '#web/entities/templates/templates.slice.ts';
import { addFiles } from '#web/entities/uploads/uploads.requests.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { SectionActions } from '#web/ui/Section.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { CreateButton, type AskName } from './CreateButton.tsx';
import { EndOfList } from './EndOfList.tsx';
import { needsAll } from './list-query.ts';
import { ListFrame } from './ListFrame.tsx';
import { SelectionBar } from './SelectionBar.tsx';
import type { BulkItem } from './BulkCancelOrDeleteDialog.tsx';
import { BulkCancelOrDeleteDialog } from './BulkCancelOrDeleteDialog.tsx';
import { TemplateRow } from './TemplateRow.tsx';
import type { TemplateAction } from './templates-list.ts';
import { listedTemplates, templateActsFor, templateFilters } from './templates-list.ts';
import { useFetchedList } from './use-fetched-list.ts';
import { useListQuery } from './use-list-query.ts';
import { useSelection } from './use-selection.ts';
import styles from './Row.module.scss';

const shape = { filters: templateFilters, sorts: listSorts } as const;
const fetchFirst = () => fetchTemplates();
const fetchMore = (all: boolean) => fetchMoreTemplates({ all });
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

/** The rows for the current query, with as many pages as it needs. */
const useRows = (userId: string) => {
  const { i18n } = useTranslation();
  const { shown } = useRoleNames();
  const state = useAppSelector(selectTemplatesState);
  const [query, setQuery] = useListQuery(shape);
  const list = useFetchedList({
    first: fetchTemplates.typePrefix,
    more: fetchMoreTemplates.typePrefix,
    fetchFirst,
    fetchMore,
    initiallyFetched: state.initiallyFetched,
    allFetched: state.allFetched,
    needsAll: needsAll(query),
  });
  const rows = useMemo(() => listedTemplates(allTemplates(state), query, userId, i18n.language, shown), [state, query, userId, i18n.language, shown]);
  return { state, query, setQuery, list, rows };
};

/** Row actions, which navigate or open a dialog. */
const useActs = () => {
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const [deleting, setDeleting] = useState<readonly BulkItem[] | null>(null);
  const askDelete = useCallback((templates: readonly Template[]) => setDeleting(templates.map(({ id, name }) => ({ id, title: name }))), []);
  const act = useCallback(
    (kind: TemplateAction, template: Template) => {
      const { id } = template;
      if (kind === 'delete') askDelete([template]);
      if (kind === 'use') void navigate(fillPath(routes.templateUse, { id }));
      if (kind === 'useBulk') void navigate(fillPath(routes.templateUseBulk, { id }));
      if (kind === 'open') void navigate(fillPath(routes.template, { id }));
      if (kind === 'share') void navigate(fillPath(routes.templateSharing, { id }));
    },
    [askDelete, navigate],
  );
  const remove = async (id: string) => {
    const result = await dispatch(deleteTemplate({ id }));
    return result.meta.requestStatus === 'fulfilled' ? null : ((result.payload as ErrorInfo | undefined) ?? null);
  };
  return { act, deleting, askDelete, close: () => setDeleting(null), remove };
};

/** /templates: transactions that are sent repeatedly. */
const TemplatesList = ({ AskName }: { AskName: AskName }) => {
  const { t } = useTranslation('lists');
  const userId = useAppSelector(selectUserId) ?? '';
  const { state, query, setQuery, list, rows } = useRows(userId);
  const acts = useActs();
  const sendsInBulk = mayUse('allowBulkSending', useOwnPlanFlags());
  const selection = useSelection(useMemo(() => rows.map(idOf), [rows]));
  const chosen = rows.filter(({ id }) => selection.ids.has(id));
  const mayDelete = chosen.every((each) => templateActsFor(each, userId).includes('delete'));
  return (
    <ListFrame
      title={t('templates')}
      action={
        <SectionActions>
          <ToLibrary />
          <NewTemplate AskName={AskName} />
        </SectionActions>
      }
      filters={templateFilters.map((key) => ({ key, text: t(`filters.${key}`), count: state.counters[key] }))}
      query={query}
      onQuery={setQuery}
      searchLabel={t('searchTemplates')}
      waiting={!state.initiallyFetched && !list.error}
      error={list.error ? errorText(list.error, t('failed')) : undefined}
      onRetry={list.retry}
      found={rows.length}
      empty={
        <EmptyState icon={LayoutTemplate} title={t('empty.templates')} actions={<NewTemplate AskName={AskName} />}>
          {t('empty.templatesHow')}
        </EmptyState>
      }
    >
      <VirtualList label={t('templates')} className={styles.rows} items={rows} keyOf={idOf} estimate={ROW}>
        {(template, row) => (
          <TemplateRow
            key={template.id}
            row={row}
            template={template}
            viewerId={userId}
            sendsInBulk={sendsInBulk}
            search={query.search}
            sort={query.sort}
            onAct={acts.act}
            isSelected={selection.ids.has(template.id)}
            onSelect={selection.toggle}
          />
        )}
      </VirtualList>
      <SelectionBar
        selection={selection}
        total={rows.length}
        acts={mayDelete ? [{ key: 'delete', text: t('act.delete'), negative: true, run: () => acts.askDelete(chosen) }] : []}
      />
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
      {acts.deleting ? <BulkCancelOrDeleteDialog act="delete" items={acts.deleting} run={acts.remove} onClose={acts.close} /> : null}
    </ListFrame>
  );
};

export default TemplatesList;
