import { useTranslation } from 'react-i18next';
import { listOf } from '#web/services/i18n/joined.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { ListColumns } from './list-columns.ts';

/** What becomes of the columns of a list: which fields they fill, which are not used, and which fields have none. */
export const ColumnsNotice = ({ columns: { filled, unknown, missing } }: { columns: ListColumns }) => {
  const { t, i18n } = useTranslation('bulk');
  const named = (names: readonly string[]): string => listOf([...names], i18n.language);
  if (filled.length + unknown.length + missing.length === 0) return null;
  return (
    <Section title={t('columns.title')}>
      {filled.length > 0 ? <p role="status">{t('columns.filled', { names: named(filled.map(({ name }) => name)) })}</p> : null}
      {unknown.length > 0 ? <Banner meaning="attention">{t('columns.unknown', { names: named(unknown) })}</Banner> : null}
      {missing.length > 0 ? <p>{t('columns.missing', { names: named(missing) })}</p> : null}
    </Section>
  );
};
