import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import styles from './documents.module.scss';

interface FileTabsProps {
  files: readonly { id: string; title: string }[];
  current: string;
  onChoose: (id: string) => void;
}

/** Tabs for the documents of a transaction, if there are several. */
export function FileTabs({ files, current, onChoose }: FileTabsProps) {
  const { t } = useTranslation('viewer');
  if (files.length < 2) return null;
  return (
    <ToggleButtonGroup
      className={styles.fileTabs}
      aria-label={t('files')}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[current]}
      onSelectionChange={(keys) => {
        const [key] = keys;
        if (key !== undefined) onChoose(String(key));
      }}
    >
      {files.map((file) => (
        <ToggleButton key={file.id} id={file.id} className={styles.fileTab}>
          {file.title}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
