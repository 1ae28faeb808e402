import { Library } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { keyOfQuery } from '#web/entities/list-rules.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { libraryRequests } from '#web/entities/templates/library-list.requests.ts';
import { libraryOpened, selectLibrary } from '#web/entities/templates/library.slice.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { ItemList } from '#web/ui/ItemList.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useScrollToTop } from '#web/ui/use-scroll-to-top.ts';
import { CountText } from './CountText.tsx';
import { EndOfList } from './EndOfList.tsx';
import { useNameQuery } from './use-name-query.ts';
import { useSearchText } from './use-search-text.ts';
import { useServerList } from './use-server-list.ts';
import { LibraryItem } from './LibraryItem.tsx';
import styles from './library.module.scss';

/** The rows that were loaded, or why there are none. */
const Content = ({ list, search }: { list: ReturnType<typeof useServerList>; search: string }) => {
  const { t } = useTranslation('templates');
  const { entities } = useAppSelector(selectLibrary);
  if (list.isWaiting) return <Skeleton height="240px" />;
  if (list.ids.length === 0 && search === '') {
    return list.error ? null : (
      <EmptyState icon={Library} title={t('library.empty')}>
        {t('library.emptyHow')}
      </EmptyState>
    );
  }
  return (
    <>
      {list.ids.length === 0 && !list.error ? <p>{t('library.nothing', { search })}</p> : null}
      <div className={styles.rows} aria-busy={list.isOutdated}>
        <ItemList label={t('library.title')}>
          {list.ids.flatMap((id) => entities[id] ?? []).map((template) => (
            <LibraryItem key={template.id} template={template} search={search} />
          ))}
        </ItemList>
      </div>
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
    </>
  );
};

/** /library/template: public templates that everybody may fill in and sign. */
const LibraryScreen = () => {
  const { t } = useTranslation('templates');
  const screen = useRef<HTMLDivElement>(null);
  const [query, setSearch] = useNameQuery();
  const [text, setText] = useSearchText(query.search, setSearch);
  const list = useServerList({ query, state: useAppSelector(selectLibrary), requests: libraryRequests, opened: libraryOpened });
  useScrollToTop(screen, keyOfQuery(query));
  const isSearchable = list.ids.length > 0 || query.search !== '' || text !== '';
  return (
    <div ref={screen} className={styles.screen}>
      <Page title={t('library.title')} text={t('library.text')}>
        {list.error ? <Banner meaning="negative" actions={<Button onPress={list.retry}>{t('library.tryAgain')}</Button>}>{errorText(list.error, t('failed'))}</Banner> : null}
        {isSearchable ? <SearchField label={t('library.search')} placeholder={t('library.search')} clearLabel={t('library.clearSearch')} value={text} onChange={setText} /> : null}
        <p role="status" className="visually-hidden">
          <CountText waiting={list.isWaiting || list.isOutdated} error={list.error !== null} found={list.ids.length} total={list.total} />
        </p>
        <Content list={list} search={query.search} />
      </Page>
    </div>
  );
};

export default LibraryScreen;
