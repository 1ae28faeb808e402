import { useLocale } from 'react-aria-components';
import { fullDate, shortDate } from './dates.ts';

/** A short date and time with the full one as its title. */
export const Moment = ({ at, className }: { at: string; className?: string | undefined }) => {
  const { locale } = useLocale();
  return (
    <time dateTime={at} title={fullDate(at, locale)} className={className}>
      {shortDate(at, locale)}
    </time>
  );
};
