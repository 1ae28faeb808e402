import { Link, useSearchParams } from 'react-router-dom';
import { classNames } from '#web/ui/class-names.ts';
import { writeListQuery } from './list-query.ts';
import styles from './FilterBar.module.scss';

export interface FilterBarProps<Filter extends string> {
  label: string;
  filters: readonly { key: Filter; text: string; count: number }[];
  /** Whether the counters are loaded. */
  isCounted: boolean;
}

/** Filters with their counters; each is a link. */
export const FilterBar = <Filter extends string>({ label, filters, isCounted }: FilterBarProps<Filter>) => {
  const [parameters] = useSearchParams();
  const chosen = parameters.get('filter') ?? 'all';
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul className={styles.filters}>
        {filters.map(({ key, text, count }) => (
          <li key={key}>
            <Link
              to={{ search: writeListQuery(parameters, { filter: key }).toString() }}
              aria-current={key === chosen ? 'true' : undefined}
              className={classNames(styles.filter, key === chosen && styles.chosen)}
            >
              {text}
              <span className={styles.count}>{isCounted ? count : ''}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
};
