import { Ellipsis, FilePlus2, FileText, LayoutTemplate } from 'lucide-react';
import { useLocale } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import type { VisitorListed } from '#web/services/visitor/visitor-entries.service.ts';
import { fileSize } from '#web/ui/dates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './Row.module.scss';

export type VisitorAction = 'remove' | 'transaction' | 'template';

const icons = { file: FileText, transaction: FilePlus2, template: LayoutTemplate } as const;

const addressOf = ({ id, kind }: VisitorListed): string => {
  if (kind === 'file') return fillPath(routes.fileView, { ids: id });
  return fillPath(kind === 'template' ? routes.templateCreate : routes.transactionCreate, { id });
};

interface VisitorRowProps {
  entry: VisitorListed;
  search: string;
  onAction(action: VisitorAction, entry: VisitorListed): void;
}

/** A document or draft that is only in this browser: title, size, that it waits, date. */
export const VisitorRow = ({ entry, search, onAction }: VisitorRowProps) => {
  const { t } = useTranslation('lists');
  const { locale } = useLocale();
  const { title, kind } = entry;
  const open = t('act.open');
  const isLone = kind === 'file' && entry.unitId === null;
  return (
    <li className={styles.row}>
      <span className={`${styles.sign} ${styles.fileSign}`}>
        <Icon of={icons[kind]} size={24} />
      </span>
      <span className={styles.main}>
        <Link to={addressOf(entry)} className={styles.title}>
          <Title search={search}>{title}</Title>
        </Link>
        <span className={styles.who}>{kind === 'file' ? fileSize(entry.size, locale) : t('kept.documents', { count: entry.fileIds.length })}</span>
      </span>
      <span className={styles.state}>
        <StatusText meaning="attention">{t('kept.waiting')}</StatusText>
      </span>
      <span className={styles.when}>
        <span className={styles.whenWord}>{t('when.created')}</span> <Moment at={new Date(entry.addedAt).toISOString()} />
      </span>
      <span className={styles.actions}>
        <LinkButton to={addressOf(entry)} label={t('actOn', { action: open, title })}>
          {open}
        </LinkButton>
      </span>
      <span className={styles.menu}>
        <Menu
          label={t('menuOf', { title })}
          actions={[
            ...(isLone ? (['transaction', 'template'] as const).map((key) => ({ key, text: t(`kept.prepare.${key}`), run: () => onAction(key, entry) })) : []),
            { key: 'remove', text: t('kept.remove'), negative: true, run: () => onAction('remove', entry) },
          ]}
        >
          <IconButton plainName label={t('menuOf', { title })} icon={<Icon of={Ellipsis} />} />
        </Menu>
      </span>
    </li>
  );
};
