import { Settings2 } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListQuery } from '#contract/entities/list-query.ts';
import { useLabels } from '#web/entities/labels/use-labels.ts';
import { withFurtherTexts } from '#web/services/i18n/i18n.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Select } from '#web/ui/Select.tsx';
import type { ChangeQuery } from './use-list-query.ts';
import styles from './ListFrame.module.scss';

const ManageLabelsDialog = lazy(withFurtherTexts(() => import('./ManageLabelsDialog.tsx')));

/** Key of the first choice: React Aria takes the empty key for no choice. */
const ANY = 'any';

/** Choice of a folder and a tag; nothing where the space has none. */
export const LabelFilters = ({ query, onQuery }: { query: ListQuery; onQuery: ChangeQuery }) => {
  const { t } = useTranslation('lists');
  const labels = useLabels();
  const [isManaging, setManaging] = useState(false);
  // The list of a folder that is gone is that of any.
  const forget = (id: string) => {
    const gone = (['folder', 'tag'] as const).filter((name) => query[name] === id);
    if (gone.length > 0) onQuery(Object.fromEntries(gone.map((name) => [name, ''])));
  };
  if (!isManaging && labels.folders.length + labels.tags.length === 0) return null;
  const choices = [
    { name: 'folder', all: labels.folders, label: t('labels.folder'), any: t('labels.anyFolder') },
    { name: 'tag', all: labels.tags, label: t('labels.tag'), any: t('labels.anyTag') },
  ] as const;
  return (
    <>
      {choices.map(({ name, all, label, any }) => all.length === 0 ? null : (
        <Select
          key={name}
          label={label}
          hideLabel
          className={styles.label}
          options={[{ key: ANY, text: any }, ...all.map(({ id, name: text }) => ({ key: id, text }))]}
          value={query[name] || ANY}
          onChange={(key) => onQuery({ [name]: key === ANY ? '' : key })}
        />
      ))}
      <IconButton label={t('labels.manage')} icon={<Icon of={Settings2} />} onPress={() => setManaging(true)} />
      {isManaging ? (
        <Suspense>
          <ManageLabelsDialog onClose={() => setManaging(false)} onDeleted={forget} />
        </Suspense>
      ) : null}
    </>
  );
};
