import { useLocale } from 'react-aria-components';
import { fullDate, shortDate } from './dates.ts';

/** A moment, short, with the whole of it as its title. */
export const Moment = ({ at, className }: { at: string; className?: string | undefined }) => {
  const { locale } = useLocale();
  return (
    <time dateTime={at} title={fullDate(at, locale)} className={className}>
      {shortDate(at, locale)}
    </time>
  );
};
