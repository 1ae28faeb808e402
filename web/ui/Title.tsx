import { classNames } from './class-names.ts';
import { Highlight } from './Highlight.tsx';
import styles from './Title.module.scss';

/** Letters of the end that are never cut: an extension, a date, a number of a version. */
const END = 14;

/** Splits a title so that its end can stay in sight, between words where there is one near. */
export const splitTitle = (title: string): [start: string, end: string] => {
  if (title.length <= END * 2) return [title, ''];
  const from = title.length - END;
  const space = title.slice(from - 4, from + 4).search(/[\s_-]/);
  const cut = space < 0 ? from : from - 4 + space;
  return [title.slice(0, cut), title.slice(cut)];
};

/** The title of a document on one line: the middle gives way, start and end stay. */
export const Title = ({ children, search, className }: { children: string; search?: string | undefined; className?: string | undefined }) => {
  const [start, end] = splitTitle(children);
  return (
    <span className={classNames(styles.title, className)} title={children}>
      <span className={styles.start}>
        <Highlight text={start} search={search} />
      </span>
      {end ? (
        <span className={styles.end}>
          <Highlight text={end} search={search} />
        </span>
      ) : null}
    </span>
  );
};
