import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { isErrorCode } from '#web/services/app-error.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { personName } from '#web/ui/initials.ts';
import { SearchField } from '#web/ui/SearchField.tsx';
import { Select } from '#web/ui/Select.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import type { RowProps } from '#web/ui/VirtualList.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import type { BulkFilter, BulkRecipientView } from './bulk-rules.ts';
import { bulkFilters, countStatuses, foundRecipients, meaningOf } from './bulk-rules.ts';
import styles from './bulk.module.scss';

const keyOf = ({ email }: BulkRecipientView): string => email;
/** Height of a row on desktops, in pixels. */
const ROW = 64;

/** The recipients of a bulk, up to thousands, with their status. */
export const BulkPeople = ({ recipients }: { recipients: readonly BulkRecipientView[] }) => {
  const { t } = useTranslation('bulk');
  const [filter, setFilter] = useState<BulkFilter>('all');
  const [search, setSearch] = useState('');
  const counted = useMemo(() => countStatuses(recipients), [recipients]);
  const shown = useMemo(() => foundRecipients(recipients, filter, search), [recipients, filter, search]);
  return (
    <section className={styles.people} aria-label={t('people')}>
      <div className={styles.tools}>
        <SearchField label={t('search')} placeholder={t('search')} clearLabel={t('clearSearch')} value={search} onChange={setSearch} />
        <Select<BulkFilter>
          label={t('filter')}
          hideLabel
          options={bulkFilters.map((key) => ({ key, text: t(`filters.${key}`, { count: counted[key] }) }))}
          value={filter}
          onChange={setFilter}
        />
      </div>
      {shown.length === 0 ? <p role="status">{t('nobody')}</p> : null}
      <VirtualList label={t('people')} className={styles.rows} items={shown} keyOf={keyOf} estimate={ROW}>
        {(recipient, row) => <PersonRow key={recipient.email} recipient={recipient} search={search} row={row} />}
      </VirtualList>
    </section>
  );
};

const PersonRow = ({ recipient, search, row }: { recipient: BulkRecipientView; search: string; row: RowProps }) => {
  const { t } = useTranslation('bulk');
  const { email, status, transactionId, error } = recipient;
  const name = personName(recipient);
  const words = <Highlight text={name} search={search} />;
  return (
    <li className={styles.row} {...row}>
      <Avatar person={recipient} size="medium" />
      <span className={styles.who}>
        {transactionId ? (
          <Link to={fillPath(routes.transaction, { id: transactionId })} className={styles.name}>
            {words}
          </Link>
        ) : (
          <span className={styles.name}>{words}</span>
        )}
        {name === email ? null : <span className={styles.contact}>{email}</span>}
        {error && isErrorCode(error) ? <span className={styles.why}>{errorText({ code: error })}</span> : null}
      </span>
      <StatusText meaning={meaningOf[status]}>{t(`status.${status}`)}</StatusText>
    </li>
  );
};
