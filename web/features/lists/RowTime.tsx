import type { ListSort } from '#contract/entities/list-query.ts';
import { useTranslation } from 'react-i18next';
import { Moment } from '#web/ui/Moment.tsx';
import styles from './Row.module.scss';

/** The time that the list is sorted by, with its meaning. */
export const RowTime = ({ item, sort }: { item: { createdAt: string; updatedAt: string }; sort: ListSort }) => {
  const { t } = useTranslation('lists');
  const isMade = sort === 'created_at';
  return (
    <span className={styles.when}>
      <span className={styles.whenWord}>{t(isMade ? 'when.created' : 'when.changed')}</span> <Moment at={isMade ? item.createdAt : item.updatedAt} />
    </span>
  );
};
