import { LayoutTemplate } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { fillPath, routes } from '#contract/routes.ts';
import { useRecentTemplates } from '#web/entities/templates/use-recent-templates.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import styles from './RecentTemplates.module.scss';

/** The templates that were used last, each a press away from a new request; nothing if there is none. */
export const RecentTemplates = () => {
  const { t } = useTranslation('lists');
  const templates = useRecentTemplates();
  if (templates.length === 0) return null;
  return (
    <nav className={styles.recent} aria-labelledby="recent-templates">
      <h2 id="recent-templates" className={styles.title}>{t('recentTemplates')}</h2>
      <ul className={styles.templates}>
        {templates.map(({ id, name }) => (
          <li key={id} className={styles.template}>
            <LinkButton icon={<Icon of={LayoutTemplate} />} className={styles.link} label={t('actOn', { action: t('act.use'), title: name })} to={fillPath(routes.templateUse, { id })}>
              {name}
            </LinkButton>
          </li>
        ))}
      </ul>
    </nav>
  );
};
