import { Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { useBulks } from '#web/entities/bulks/use-bulk.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import styles from './ListFrame.module.scss';

/** As many as can be seen at a glance; the older ones are found by their requests. */
const SHOWN = 3;

/** The latest bulk sends above the requests; nothing where there is none. */
export const BulkStrip = () => {
  const { t } = useTranslation('bulk');
  const { value } = useBulks();
  if (!value || value.length === 0) return null;
  return (
    <section className={styles.bulks} aria-labelledby="bulk-strip">
      <h2 id="bulk-strip">{t('list')}</h2>
      <ItemList label={t('list')}>
        {value.slice(0, SHOWN).map(({ id, name, status, completed, total }) => (
          <Item
            key={id}
            sign={<Icon of={Users} size={24} />}
            title={<Link to={fillPath(routes.bulk, { id })}>{name}</Link>}
            state={<StatusText meaning={status === 'completed' ? 'success' : 'attention'}>{t('signedOf', { done: completed, total })}</StatusText>}
          />
        ))}
      </ItemList>
    </section>
  );
};
