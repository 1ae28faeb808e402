import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-aria-components';
import { Icon } from '#web/ui/Icon.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './documents.module.scss';

interface DocumentHeaderProps {
  title: string;
  /** Target of the back button. Absent for recipients and visitors. */
  backTo?: string;
  children?: ReactNode;
}

/** Header of every document: title and actions. */
export function DocumentHeader({ title, backTo, children }: DocumentHeaderProps) {
  const { t } = useTranslation('completed');
  return (
    <header className={styles.header}>
      {backTo ? (
        <Link href={backTo} className={styles.back} aria-label={t('back')}>
          <Icon of={ArrowLeft} />
        </Link>
      ) : (
        <img src="/favicon.svg" alt="Countersign" width={28} height={28} />
      )}
      <h1 className={styles.title}>
        <Title>{title}</Title>
      </h1>
      <div className={styles.headerActions}>{children}</div>
    </header>
  );
}
