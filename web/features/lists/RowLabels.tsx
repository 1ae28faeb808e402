import { Folder, Tag } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Label } from '#contract/entities/label.ts';
import { useLoadedLabels } from '#web/entities/labels/use-labels.ts';
import { Icon } from '#web/ui/Icon.tsx';
import styles from './Row.module.scss';

interface RowLabelsProps {
  folderId?: string | null | undefined;
  tagIds?: readonly string[] | undefined;
}

/** Folder and tags of a row. */
export const RowLabels = ({ folderId, tagIds = [] }: RowLabelsProps) => {
  const { t } = useTranslation('lists');
  const { folders, tags } = useLoadedLabels();
  const shown: { label: Label; icon: typeof Folder; kind: string }[] = [
    ...folders.filter(({ id }) => id === folderId).map((label) => ({ label, icon: Folder, kind: t('labels.folder') })),
    ...tags.filter(({ id }) => tagIds.includes(id)).map((label) => ({ label, icon: Tag, kind: t('labels.tag') })),
  ];
  if (shown.length === 0) return null;
  return (
    <span className={styles.labels}>
      {shown.map(({ label, icon, kind }) => (
        <span key={label.id} className={styles.label}>
          <Icon of={icon} size={16} />
          <span className="visually-hidden">{kind}: </span>
          {label.name}
        </span>
      ))}
    </span>
  );
};
