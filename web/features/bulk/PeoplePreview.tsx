import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { joinName } from '#contract/person-names.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Section } from '#web/ui/Section.tsx';
import type { RowProps } from '#web/ui/VirtualList.tsx';
import { VirtualList } from '#web/ui/VirtualList.tsx';
import { isSendable, type BulkPerson } from './bulk-people.ts';
import type { PeopleFile } from './use-people-file.ts';
import styles from './bulk.module.scss';

const keyOf = ({ line }: BulkPerson): string => String(line);
const ROW = 48;

/** Preview before sending: all people and the problems found. */
export const PeoplePreview = ({ file }: { file: PeopleFile }) => {
  const { t } = useTranslation('bulk');
  const [onlyWrong, setOnlyWrong] = useState(false);
  const wrong = useMemo(() => file.people.filter((person) => !isSendable(person)), [file.people]);
  const good = file.people.length - wrong.length;
  const shown = onlyWrong && wrong.length > 0 ? wrong : file.people;
  return (
    <Section title={t('preview.title', { name: file.name })}>
      <p role="status">{t('preview.good', { count: good })}</p>
      {wrong.length > 0 ? (
        <>
          <Banner meaning="attention">{t('preview.wrong', { count: wrong.length })}</Banner>
          <Checkbox isSelected={onlyWrong} onChange={setOnlyWrong}>
            {t('preview.onlyWrong')}
          </Checkbox>
        </>
      ) : null}
      <div className={styles.preview}>
        <VirtualList label={t('people')} className={styles.rows} items={shown} keyOf={keyOf} estimate={ROW}>
          {(person, row) => <PreviewRow key={person.line} person={person} row={row} />}
        </VirtualList>
      </div>
    </Section>
  );
};

const PreviewRow = ({ person, row }: { person: BulkPerson; row: RowProps }) => {
  const { t } = useTranslation('bulk');
  const { line, email, firstName, lastName, problem, values, wrongValues } = person;
  const filled = Object.entries(values).map(([name, value]) => t('preview.value', { name, value: typeof value === 'string' ? value : t(value ? 'preview.ticked' : 'preview.unticked') }));
  return (
    <li className={styles.previewRow} data-problem={problem ?? wrongValues[0]?.problem} {...row}>
      <span className={styles.line} title={t('preview.line', { line })}>
        {line}
      </span>
      <span className={styles.who}>
        <span className={styles.name}>{joinName(firstName, lastName) || email || '—'}</span>
        {firstName || lastName ? <span className={styles.contact}>{email}</span> : null}
        {filled.length > 0 ? <span className={styles.contact}>{filled.join(' · ')}</span> : null}
        {problem ? <span className={styles.why}>{t(`problem.${problem}`)}</span> : null}
        {wrongValues.map((wrong) => (
          <span key={wrong.column} className={styles.why}>{t(`wrongValue.${wrong.problem}`, { line, column: wrong.column })}</span>
        ))}
      </span>
    </li>
  );
};
