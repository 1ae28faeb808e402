import { Library, PenLine } from 'lucide-react';
import { useCallback, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import type { Template } from '#contract/entities/template.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { fetchLibrary, takeFromLibrary } from '#web/entities/templates/library.requests.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { foundInLibrary } from './library-search.ts';
import styles from './library.module.scss';

/** /library/template: public templates that everybody may fill in and sign. */
const LibraryScreen = () => {
  const { t } = useTranslation('templates');
  const [search, setSearch] = useState('');
  const { value, error, reload } = useAnswer(useCallback((signal: AbortSignal) => fetchLibrary(signal), []));
  const found = foundInLibrary(value ?? [], search);
  return (
    <div className={styles.screen}>
      <Page title={t('library.title')} text={t('library.text')}>
        {error ? <Banner meaning="negative" actions={<Button onPress={reload}>{t('library.tryAgain')}</Button>}>{errorText(error, t('failed'))}</Banner> : null}
        {value === null && !error ? <Skeleton height="240px" /> : null}
        {value?.length === 0 ? (
          <EmptyState icon={Library} title={t('library.empty')}>
            {t('library.emptyHow')}
          </EmptyState>
        ) : null}
        {value && value.length > 0 ? (
          <>
            <SearchField label={t('library.search')} placeholder={t('library.search')} clearLabel={t('library.clearSearch')} value={search} onChange={setSearch} />
            {found.length === 0 ? <p role="status">{t('library.nothing', { search })}</p> : null}
            <ItemList label={t('library.title')}>
              {found.map((template) => (
                <LibraryItem key={template.id} template={template} search={search} />
              ))}
            </ItemList>
          </>
        ) : null}
      </Page>
    </div>
  );
};

const LibraryItem = ({ template, search }: { template: Template; search: string }) => {
  const { t } = useTranslation('templates');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const act = useAsyncAction();
  const { id, name, owner } = template;
  const use = async (): Promise<void> => {
    const made = await act.ask(() => dispatch(takeFromLibrary({ id })).unwrap());
    if (made) await navigate(fillPath(routes.libraryTransaction, { id: made.id }));
  };
  return (
    <Item
      sign={<Icon of={Library} size={24} />}
      title={
        <Link to={fillPath(routes.libraryTemplate, { id })} className={styles.title}>
          <Highlight text={name} search={search} />
        </Link>
      }
      detail={act.error ? errorText(act.error, t('failed')) : t('library.from', { name: personName(owner) })}
      acts={
        <Button icon={<Icon of={PenLine} />} isPending={act.busy} aria-label={t('library.useOf', { name })} onPress={() => void use()}>
          {t('library.use')}
        </Button>
      }
    />
  );
};

export default LibraryScreen;
