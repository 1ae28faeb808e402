import { useLocale } from 'react-aria-components';
import { fullDate, relativeDate, shortDate } from './dates.ts';

interface MomentProps {
  at: string;
  /** Says of the last day how long ago it was. */
  relative?: boolean;
  className?: string | undefined;
}

/** A short date and time with the full one as its title. */
export const Moment = ({ at, relative = false, className }: MomentProps) => {
  const { locale } = useLocale();
  return (
    <time dateTime={at} title={fullDate(at, locale)} className={className}>
      {(relative ? relativeDate : shortDate)(at, locale)}
    </time>
  );
};
