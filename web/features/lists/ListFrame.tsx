import type { ListQuery } from '#contract/entities/list-query.ts';
import { isNarrowed, listOrders, listSorts } from '#contract/entities/list-query.ts';
import type { ResourceKind } from '#contract/entities/sharing.ts';
import type { TFunction } from 'i18next';
import { SearchX, SlidersHorizontal } from 'lucide-react';
import type { ReactNode } from 'react';
import { useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { keyOfQuery } from '#web/entities/list-rules.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { classNames } from '#web/ui/class-names.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import { useScrollToTop } from '#web/ui/use-scroll-to-top.ts';
import { ActiveFilters } from './ActiveFilters.tsx';
import { CountText } from './CountText.tsx';
import { FilterBar } from './FilterBar.tsx';
import { LabelFilters } from './LabelFilters.tsx';
import { NarrowFilters } from './NarrowFilters.tsx';
import { RowSkeletons } from './RowSkeletons.tsx';
import { SavedFilters } from './SavedFilters.tsx';
import type { ChangeQuery } from './use-list-query.ts';
import { useSearchText } from './use-search-text.ts';
import styles from './ListFrame.module.scss';

interface ListFrameProps<Filter extends string> {
  title: string;
  action: ReactNode;
  filters: readonly { key: Filter; text: string; count: number }[];
  query: ListQuery;
  onQuery: ChangeQuery;
  searchLabel: string;
  /** Whether the first page is loading and no cached list exists. */
  waiting: boolean;
  error?: string | undefined;
  onRetry(): void;
  /** Whether the rows are those of the previous query, until the server answers. */
  isOutdated: boolean;
  /** Number of loaded rows. */
  found: number;
  /** Number of rows for the query; null if more can be loaded and only the server knows how many. */
  total: number | null;
  /** Whether rows start with two avatars, for the skeleton. */
  hasPairs?: boolean;
  /** What the list is of. */
  kind: ResourceKind;
  /** Shown if the list is empty without any query. */
  empty: ReactNode;
  children: ReactNode;
}

const Nothing = ({ query, onQuery }: Pick<ListFrameProps<string>, 'query' | 'onQuery'>) => {
  const { t } = useTranslation('lists');
  const reset = (
    <Button onPress={() => onQuery({ filter: 'all', search: '', folder: '', tag: '', person: '', createdFrom: '', createdBefore: '' })}>{query.search ? t('nothing.clear') : t('nothing.showAll')}</Button>
  );
  return (
    <EmptyState icon={SearchX} title={query.search ? t('nothing.found') : t('nothing.here')} actions={reset}>
      {query.search ? (
        <>
          {t('nothing.searched')} <mark>{query.search}</mark>
        </>
      ) : null}
    </EmptyState>
  );
};

const Content = ({ waiting, isOutdated, hasPairs = false, found, error, empty, children, query, onQuery }: ListFrameProps<string>) => {
  const { t } = useTranslation('lists');
  if (waiting) return <RowSkeletons label={t('loading')} pair={hasPairs} />;
  if (found > 0) return <div className={styles.rows} aria-busy={isOutdated}>{children}</div>;
  if (isOutdated) return <RowSkeletons label={t('loading')} pair={hasPairs} />;
  // A failed list is not empty.
  if (error) return null;
  return !isNarrowed(query) && query.filter === 'all' ? empty : <Nothing query={query} onQuery={onQuery} />;
};

const sortOptions = (t: TFunction<'lists'>) =>
  listSorts.flatMap((sort) => listOrders.map((order) => ({ key: `${sort} ${order}`, text: t(`sort.${sort}.${order}`) })));

/** Filters, search and sort order, stored in the URL. A phone shows folders, tags and the order on request: they would take the room of the rows. */
const Tools = (props: ListFrameProps<string>) => {
  const { filters, waiting, query, onQuery, searchLabel } = props;
  const { t } = useTranslation('lists');
  const [search, setSearch] = useSearchText(query.search, (text) => onQuery({ search: text }));
  const [isOpen, setOpen] = useState(false);
  const choices = useId();
  const isChosen = isNarrowed({ ...query, search: '' });
  const chooseSort = (key: string) => {
    const [sort = '', order] = key.split(' ');
    onQuery({ sort: listSorts.find((each) => each === sort) ?? 'created_at', order: order === 'ascent' ? 'ascent' : 'descent' });
  };
  return (
    <div className={styles.tools}>
      <FilterBar label={t('filter')} filters={filters} isCounted={!waiting} onQuery={onQuery} />
      <div className={styles.find}>
        <SearchField
          label={searchLabel}
          placeholder={t('search')}
          clearLabel={t('clearSearch')}
          value={search}
          onChange={setSearch}
          className={styles.search}
        />
        <IconButton
          label={t('choices')}
          icon={<Icon of={SlidersHorizontal} />}
          look={isChosen ? 'primary' : 'plain'}
          className={styles.toggle}
          aria-expanded={isOpen}
          aria-controls={choices}
          onPress={() => setOpen(!isOpen)}
        />
        <div id={choices} className={classNames(styles.choices, isOpen && styles.open)}>
          <LabelFilters query={query} onQuery={onQuery} />
          <NarrowFilters query={query} hasPeople={props.kind === 'transaction'} onQuery={onQuery} />
          <SavedFilters kind={props.kind} query={query} />
          <Select
            label={t('sort.label')}
            hideLabel
            className={styles.sort}
            options={sortOptions(t)}
            value={`${query.sort} ${query.order}`}
            onChange={chooseSort}
          />
        </div>
      </div>
      <ActiveFilters query={query} onQuery={onQuery} />
    </div>
  );
};

/** Layout of a list screen: title with action, filters with counters, search, sort order and rows. */
export const ListFrame = <Filter extends string>(props: ListFrameProps<Filter>) => {
  const { t } = useTranslation('lists');
  const { title, action, error, onRetry, query } = props;
  const screen = useRef<HTMLDivElement>(null);
  useDocumentTitle(title);
  useScrollToTop(screen, keyOfQuery(query));
  return (
    <div ref={screen} className={styles.screen}>
      <header className={styles.header}>
        <h1 className={styles.title}>{title}</h1>
        <div className={styles.actions}>{action}</div>
      </header>
      <Tools {...props} />
      {error ? (
        <Banner meaning="negative" actions={<Button onPress={onRetry}>{t('tryAgain')}</Button>}>
          {error}
        </Banner>
      ) : null}
      <p role="status" className="visually-hidden">
        <CountText waiting={props.waiting || props.isOutdated} error={Boolean(error)} found={props.found} total={props.total} />
      </p>
      <Content {...props} />
    </div>
  );
};
