import { Ellipsis, FileText } from 'lucide-react';
import { memo } from 'react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListSort } from '#contract/entities/list-query.ts';
import type { FileSummary } from '#contract/entities/file.ts';
import { Button } from '#web/ui/Button.tsx';
import { fileSize } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { Title } from '#web/ui/Title.tsx';
import type { RowProps } from '#web/ui/VirtualList.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { RowLabels } from './RowLabels.tsx';
import { RowTime } from './RowTime.tsx';
import { RowWaiting } from './RowWaiting.tsx';
import styles from './Row.module.scss';

export type FileAction = 'open' | 'send' | 'rename' | 'share' | 'download' | 'label' | 'archive' | 'unarchive' | 'delete';

interface FileRowProps {
  file: FileSummary;
  isMine: boolean;
  search: string;
  sort: ListSort;
  onAction(action: FileAction, file: FileSummary): void;
  isBusy: boolean;
  isSelected: boolean;
  onSelect(id: string, through: boolean): void;
  row: RowProps;
}

const actionsFor = (isMine: boolean, { renameAllowed, archived }: FileSummary): FileAction[] => {
  const archive = archived ? 'unarchive' : 'archive';
  return isMine ? ['open', 'send', ...(renameAllowed ? ['rename' as const] : []), 'share', 'download', 'label', archive, 'delete'] : ['open', 'download', 'label', archive];
};

/** A row of the file list: title, size, usage, date, and a button to request signatures. */
export const FileRow = memo(function FileRow(props: FileRowProps) {
  const { file, isMine, search, sort, onAction, isBusy, isSelected, onSelect, row } = props;
  const { t } = useTranslation('lists');
  const { locale } = useLocale();
  const used = file.relatedToTransactions.length;
  const next: FileAction = isMine && used === 0 ? 'send' : 'download';
  const actions = actionsFor(isMine, file).map((action) => ({
    key: action,
    text: t(`act.${action}`),
    negative: action === 'delete',
    run: () => onAction(action, file),
  }));
  return (
    <li className={styles.row} data-selected={isSelected || undefined} {...row}>
      <RowCheckbox title={file.title} isSelected={isSelected} onToggle={(through) => onSelect(file.id, through)} />
      <span className={`${styles.sign} ${styles.fileSign}`}>
        <Icon of={FileText} size={24} />
      </span>
      <span className={styles.main}>
        <Link to={`/file/${file.id}`} className={styles.title}>
          <Title search={search}>{file.title}</Title>
        </Link>
        <span className={styles.who}>{fileSize(file.size, locale)}</span>
        <RowLabels folderId={file.folderId} tagIds={file.tagIds} />
      </span>
      <span className={styles.state}>
        <StatusText meaning="secondary">{used > 0 ? t('usedIn', { count: used }) : isMine ? t('unused') : t('shared')}</StatusText>
        <RowWaiting id={file.id} />
      </span>
      <RowTime item={file} sort={sort} />
      <span className={styles.actions}>
        <Button isPending={isBusy} onPress={() => onAction(next, file)} aria-label={t('actOn', { action: t(`act.${next}`), title: file.title })}>
          {t(`act.${next}`)}
        </Button>
      </span>
      <span className={styles.menu}>
        <Menu label={t('menuOf', { title: file.title })} actions={actions}>
          <IconButton plainName label={t('menuOf', { title: file.title })} icon={<Icon of={Ellipsis} />} />
        </Menu>
      </span>
    </li>
  );
});
