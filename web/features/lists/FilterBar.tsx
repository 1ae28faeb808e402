import type { MouseEvent } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { classNames } from '#web/ui/class-names.ts';
import { writeListQuery } from './list-query.ts';
import type { ChangeQuery } from './use-list-query.ts';
import styles from './FilterBar.module.scss';

interface FilterBarProps<Filter extends string> {
  label: string;
  filters: readonly { key: Filter; text: string; count: number }[];
  /** Whether the counters are loaded. */
  isCounted: boolean;
  onQuery: ChangeQuery;
}

/** Whether the link is followed in this tab. */
const isPlainClick = ({ button, metaKey, ctrlKey, shiftKey, altKey }: MouseEvent): boolean => button === 0 && !(metaKey || ctrlKey || shiftKey || altKey);

/** Filters with their counters; each is a link. */
export const FilterBar = <Filter extends string>({ label, filters, isCounted, onQuery }: FilterBarProps<Filter>) => {
  const [parameters] = useSearchParams();
  const chosen = parameters.get('filter') ?? 'all';
  /** Adds to what was just typed, which the rendered address may lack. */
  const choose = (event: MouseEvent, filter: Filter): void => {
    if (!isPlainClick(event)) return;
    event.preventDefault();
    onQuery({ filter });
  };
  return (
    <nav aria-label={label} className={styles.bar}>
      <ul className={styles.filters}>
        {filters.map(({ key, text, count }) => (
          <li key={key}>
            <Link
              to={{ search: writeListQuery(parameters, { filter: key }).toString() }}
              onClick={(event) => choose(event, key)}
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
