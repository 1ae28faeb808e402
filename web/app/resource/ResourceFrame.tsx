import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { PartLinks } from '#web/ui/PartLinks.tsx';
import { Title } from '#web/ui/Title.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './resource.module.scss';

interface ResourceFrameProps {
  resource: Resource;
  title: string;
  /** Title of the sub-screen. */
  part: string;
  /** Whether this person may see the participants. */
  maySeeSharing: boolean;
  children: ReactNode;
}

/** Frame of the sub-screens of a resource: title, back link and menu. */
export function ResourceFrame({ resource, title, part, maySeeSharing, children }: ResourceFrameProps) {
  const { t } = useTranslation('sharing');
  const paths = pathsOf(resource);
  const parts = ([...(maySeeSharing ? (['sharing'] as const) : []), 'insights', 'view'] as const).map((each) => ({ to: paths[each], text: t(`parts.${each}`), end: each === 'view' }));
  useDocumentTitle(`${part} · ${title}`);
  return (
    <div className={styles.screen}>
      <header className={styles.header}>
        <Link href={paths.view} className={styles.back} aria-label={t('back')}>
          <Icon of={ArrowLeft} />
        </Link>
        <div className={styles.titles}>
          <p className={styles.of}>
            <Title>{title}</Title>
          </p>
          <h1 className={styles.title}>{part}</h1>
        </div>
      </header>
      <PartLinks label={t('parts.label', { title })} parts={parts} />
      <div className={styles.content}>{children}</div>
    </div>
  );
}
