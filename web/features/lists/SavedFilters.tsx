import { Bookmark, BookmarkPlus, Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { ListQuery } from '#contract/entities/list-query.ts';
import type { SavedQuery } from '#contract/entities/saved-filter.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import { useFilters } from '#web/entities/filters/use-filters.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu, type MenuAction } from '#web/ui/Menu.tsx';
import { writeListQuery } from './list-query.ts';

const SaveFilterDialog = lazy(withFurtherTexts(() => import('./SaveFilterDialog.tsx')));
const ManageFiltersDialog = lazy(withFurtherTexts(() => import('./ManageFiltersDialog.tsx')));

/** The query as it is kept: what is not chosen is left out. */
const savedQueryOf = (query: ListQuery): SavedQuery => Object.fromEntries(writeListQuery(new URLSearchParams(), query)) as SavedQuery;

/** Menu of the filters that the person keeps for this list, to choose one, keep the current one, and manage them. */
export const SavedFilters = ({ kind, query }: { kind: ResourceKind; query: ListQuery }) => {
  const { t } = useTranslation('lists');
  const [, setParameters] = useSearchParams();
  const filters = useFilters(kind);
  const [open, setOpen] = useState<'save' | 'manage' | null>(null);
  const current = savedQueryOf(query);
  const actions: MenuAction[] = [
    ...filters.map(({ id, name, query: chosen }) => ({ key: id, text: name, icon: <Icon of={Bookmark} />, run: () => setParameters(new URLSearchParams(chosen)) })),
    ...(Object.keys(current).length > 0 ? [{ key: 'save', text: t('saved.save'), icon: <Icon of={BookmarkPlus} />, run: () => setOpen('save') }] : []),
    ...(filters.length > 0 ? [{ key: 'manage', text: t('saved.manage'), icon: <Icon of={Settings2} />, run: () => setOpen('manage') }] : []),
  ];
  if (actions.length === 0 && open === null) return null;
  const close = () => setOpen(null);
  return (
    <>
      <Menu label={t('saved.label')} actions={actions}>
        <IconButton label={t('saved.label')} look="plain" icon={<Icon of={Bookmark} />} />
      </Menu>
      <Suspense>
        {open === 'save' ? <SaveFilterDialog kind={kind} query={current} onClose={close} /> : null}
        {open === 'manage' ? <ManageFiltersDialog kind={kind} onClose={close} /> : null}
      </Suspense>
    </>
  );
};
