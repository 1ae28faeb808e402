import { Contact as ContactIcon, UserPlus } from 'lucide-react';
import type { ReactNode } from 'react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/contact.ts';
import { errorText } from '#web/entities/error-text.ts';
import { keyOfQuery } from '#web/entities/list-rules.ts';
import { contactsRequests } from '#web/entities/people/contacts.requests.ts';
import { contactsOpened, selectContacts } from '#web/entities/people/contacts.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { catchFocus } from '#web/ui/catch-focus.ts';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { ItemList } from '#web/ui/ItemList.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { useScrollToTop } from '#web/ui/use-scroll-to-top.ts';
import { ContactDialog } from './ContactDialog.tsx';
import { ContactItem } from './ContactItem.tsx';
import { CountText } from './CountText.tsx';
import { DeleteContactDialog } from './DeleteContactDialog.tsx';
import { EndOfList } from './EndOfList.tsx';
import { useNameQuery } from './use-name-query.ts';
import { useSearchText } from './use-search-text.ts';
import { useServerList } from './use-server-list.ts';
import styles from './library.module.scss';

type Open = { action: 'add' } | { action: 'edit' | 'delete'; contact: Contact } | null;

interface ContentProps {
  list: ReturnType<typeof useServerList>;
  search: string;
  add: ReactNode;
  onOpen(open: Open): void;
}

/** The rows that were loaded, or why there are none. */
const Content = ({ list, search, add, onOpen }: ContentProps) => {
  const { t } = useTranslation('contacts');
  const { entities } = useAppSelector(selectContacts);
  if (list.isWaiting) return <Skeleton height="240px" />;
  if (list.ids.length === 0 && search === '') {
    return list.error ? null : (
      <EmptyState icon={ContactIcon} title={t('empty')} actions={add}>
        {t('emptyHow')}
      </EmptyState>
    );
  }
  return (
    <>
      {list.ids.length === 0 && !list.error ? <p>{t('nothing', { search })}</p> : null}
      <div className={styles.rows} aria-busy={list.isOutdated}>
        <ItemList label={t('title')}>
          {list.ids.flatMap((id) => entities[id] ?? []).map((contact) => (
            <ContactItem
              key={contact.id}
              contact={contact}
              search={search}
              onEdit={() => onOpen({ action: 'edit', contact })}
              onDelete={() => onOpen({ action: 'delete', contact })}
            />
          ))}
        </ItemList>
      </div>
      <EndOfList onNear={list.fetchNext} isActive={list.canContinue} />
    </>
  );
};

/** /contacts: the people whom the person sends documents to. */
const ContactsScreen = () => {
  const { t } = useTranslation('contacts');
  const screen = useRef<HTMLDivElement>(null);
  const [query, setSearch] = useNameQuery();
  const [text, setText] = useSearchText(query.search, setSearch);
  const [open, setOpen] = useState<Open>(null);
  const list = useServerList({ query, state: useAppSelector(selectContacts), requests: contactsRequests, opened: contactsOpened });
  useScrollToTop(screen, keyOfQuery(query));
  // The button that opened the dialog may be gone: with its row, or with the empty list.
  const close = (): void => {
    setOpen(null);
    catchFocus(() => screen.current);
  };
  const isSearchable = list.ids.length > 0 || query.search !== '' || text !== '';
  const add = (
    <Button look="primary" icon={<Icon of={UserPlus} />} onPress={() => setOpen({ action: 'add' })}>
      {t('add')}
    </Button>
  );
  return (
    <div ref={screen} tabIndex={-1} className={styles.contacts}>
      <Page title={t('title')} text={t('text')} actions={isSearchable ? add : null}>
        {list.error ? <Banner meaning="negative" actions={<Button onPress={list.retry}>{t('tryAgain')}</Button>}>{errorText(list.error, t('failed'))}</Banner> : null}
        {isSearchable ? <SearchField label={t('search')} placeholder={t('search')} clearLabel={t('clearSearch')} value={text} onChange={setText} /> : null}
        <p role="status" className="visually-hidden">
          <CountText waiting={list.isWaiting || list.isOutdated} error={list.error !== null} found={list.ids.length} total={list.total} />
        </p>
        <Content list={list} search={query.search} add={add} onOpen={setOpen} />
      </Page>
      {open?.action === 'add' ? <ContactDialog contact={null} onClose={close} /> : null}
      {open?.action === 'edit' ? <ContactDialog contact={open.contact} onClose={close} /> : null}
      {open?.action === 'delete' ? <DeleteContactDialog contact={open.contact} onClose={close} /> : null}
    </div>
  );
};

export default ContactsScreen;
