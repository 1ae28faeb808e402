import { Ellipsis, LayoutTemplate } from 'lucide-react';
import { memo } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListSort } from '#contract/entities/list-query.ts';
import type { Template } from '#contract/entities/template.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { Button } from '#web/ui/Button.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';
import { Title } from '#web/ui/Title.tsx';
import type { RowProps } from '#web/ui/VirtualList.tsx';
import { RowCheckbox } from './RowCheckbox.tsx';
import { RowLabels } from './RowLabels.tsx';
import { RowTime } from './RowTime.tsx';
import { RowWaiting } from './RowWaiting.tsx';
import type { TemplateAction } from './templates-list.ts';
import { permittedTemplateActions } from './templates-list.ts';
import styles from './Row.module.scss';

interface TemplateRowProps {
  template: Template;
  viewerId: string;
  /** Whether the plan includes bulk sending. */
  sendsInBulk: boolean;
  search: string;
  sort: ListSort;
  onAction(action: TemplateAction, template: Template): void;
  isSelected: boolean;
  onSelect(id: string, through: boolean): void;
  row: RowProps;
}

/** A row of the template list: title, roles, owner, date, and a button to use it. */
export const TemplateRow = memo(function TemplateRow({ template, viewerId, sendsInBulk, search, sort, onAction, isSelected, onSelect, row }: TemplateRowProps) {
  const { t, i18n } = useTranslation('lists');
  const { id, name, recipients, owner, ownerId } = template;
  const { shown } = useRoleNames();
  const roles = recipients.map(({ role }) => shown(role));
  const words = roles.length === 0 ? t('who.noRoles') : new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format(roles);
  const { t: plan } = useTranslation('plan');
  const actions = permittedTemplateActions(template, viewerId).map((action) => ({
    key: action,
    text: t(`act.${action}`),
    negative: action === 'delete',
    run: () => onAction(action, template),
    ...(action === 'useBulk' && !sendsInBulk ? { refusal: plan('notIncluded') } : {}),
  }));
  return (
    <li className={styles.row} data-selected={isSelected || undefined} {...row}>
      <RowCheckbox title={name} isSelected={isSelected} onToggle={(through) => onSelect(id, through)} />
      <span className={`${styles.sign} ${styles.fileSign}`}>
        <Icon of={LayoutTemplate} size={24} />
      </span>
      <span className={styles.main}>
        <Link to={fillPath(routes.template, { id })} className={styles.title}>
          <Title search={search}>{name}</Title>
        </Link>
        <span className={styles.who}>
          <Highlight text={words} search={search} />
        </span>
        <RowLabels folderId={template.folderId} tagIds={template.tagIds} />
      </span>
      <span className={styles.state}>
        <StatusText meaning="secondary">{ownerId === viewerId ? t('own') : t('who.from', { name: personName(owner) })}</StatusText>
        <RowWaiting id={id} />
      </span>
      <RowTime item={template} sort={sort} />
      <span className={styles.actions}>
        <Button onPress={() => onAction('use', template)} aria-label={t('actOn', { action: t('act.use'), title: name })}>
          {t('act.use')}
        </Button>
      </span>
      <span className={styles.menu}>
        <Menu label={t('menuOf', { title: name })} actions={actions}>
          <IconButton plainName label={t('menuOf', { title: name })} icon={<Icon of={Ellipsis} />} />
        </Menu>
      </span>
    </li>
  );
});
