import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { useBulks, type BulkSummary } from '#web/entities/bulks/use-bulk.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { StatusText, type Meaning } from '#web/ui/StatusText.tsx';
import styles from './ListFrame.module.scss';

/** Number of bulks shown; older ones are found through their transactions. */
const SHOWN = 3;

const meaningOf = ({ status, job }: Pick<BulkSummary, 'status' | 'job'>): Meaning => (status === 'completed' ? 'success' : job?.status === 'rejected' ? 'negative' : 'attention');

/** The latest bulks above the transactions; nothing if there is none. */
export const BulkStrip = () => {
  const { t } = useTranslation('bulk');
  const { value } = useBulks();
  if (!value || value.length === 0) return null;
  return (
    <section className={styles.bulks} aria-labelledby="bulk-strip">
      <h2 id="bulk-strip">{t('list')}</h2>
      <ItemList label={t('list')}>
        {value.slice(0, SHOWN).map(({ id, name, status, job, completed, total }) => (
          <Item
            key={id}
            sign={<Icon of={Users} size={24} />}
            title={<Link to={fillPath(routes.bulk, { id })}>{name}</Link>}
            state={<StatusText meaning={meaningOf({ status, job })}>{t('signedOf', { done: completed, total })}</StatusText>}
          />
        ))}
      </ItemList>
    </section>
  );
};
