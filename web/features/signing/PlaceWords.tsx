import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import { sentencesOf } from '#web/services/i18n/joined.ts';
import { useExpected } from './use-text-entry.ts';

interface PlaceWordsProps {
  id: string;
  field: Field;
  problem?: string | null;
}

/** Description of a field for screen readers: problem, whether it is required, page, expected format. */
export function PlaceWords({ id, field, problem }: PlaceWordsProps) {
  const { t, i18n } = useTranslation('signing');
  const expected = useExpected()(field);
  const words = [problem, field.helpText, t(field.required ? 'required' : 'optional'), t('onPage', { page: field.page }), problem ? null : expected];
  return (
    <span id={id} className="visually-hidden" aria-hidden>
      {sentencesOf(words, i18n.language)}
    </span>
  );
}
