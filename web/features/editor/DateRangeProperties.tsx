import { useTranslation } from 'react-i18next';
import { setRules } from '#contract/entities/field-rules.ts';
import type { DateRange } from '#contract/entities/rules.ts';
import { Select } from '#web/ui/Select.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { CommittedText } from './CommittedText.tsx';
import type { PropertyProps } from './property-props.ts';

const kinds = ['any', 'today', 'before', 'after', 'day'] as const;
type Kind = (typeof kinds)[number];

const daysOf = (bound: string): number => Number(bound.slice('today'.length));

function kindOf(bound: string | null): Kind {
  if (bound === null) return 'any';
  if (!bound.startsWith('today')) return 'day';
  const days = daysOf(bound);
  return days === 0 ? 'today' : days < 0 ? 'before' : 'after';
}

/** A bound of each kind, to begin with. */
const firstOf: Record<Kind, () => string | null> = {
  any: () => null,
  today: () => 'today',
  before: () => 'today-30',
  after: () => 'today+30',
  day: () => new Date().toISOString().slice(0, 10),
};

/** The first and last day that a date field accepts: fixed days, or relative to the day of signing. */
export function DateRangeProperties({ field, change }: PropertyProps) {
  const range = field.rules?.dates ?? { min: null, max: null };
  const set = (more: Partial<DateRange>): void => {
    const dates = { ...range, ...more };
    change(setRules(field, { dates: dates.min === null && dates.max === null ? null : dates }));
  };
  return (
    <>
      <Bound side="first" bound={range.min} onChange={(min) => set({ min })} />
      <Bound side="last" bound={range.max} onChange={(max) => set({ max })} />
    </>
  );
}

interface BoundProps {
  side: 'first' | 'last';
  bound: string | null;
  onChange: (bound: string | null) => void;
}

function Bound({ side, bound, onChange }: BoundProps) {
  const { t } = useTranslation('rules');
  const kind = kindOf(bound);
  const setDays = (text: string): void => {
    const days = Math.min(Math.max(Math.trunc(Number(text)) || 1, 1), 36_500);
    onChange(`today${kind === 'before' ? '-' : '+'}${days}`);
  };
  return (
    <>
      <Select label={t(`${side}Day`)} options={kinds.map((key) => ({ key, text: t(`days.${key}`) }))} value={kind} onChange={(key) => onChange(firstOf[key]())} />
      {kind === 'before' || kind === 'after' ? (
        <CommittedText label={t('dayCount')} inputMode="numeric" value={String(Math.abs(daysOf(bound ?? 'today')))} onCommit={setDays} />
      ) : null}
      {kind === 'day' ? <TextField label={t('day')} type="date" value={bound ?? ''} onChange={(day) => day !== '' && onChange(day)} /> : null}
    </>
  );
}
