import { ArrowLeft } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-aria-components';
import type { BrandView } from '#contract/entities/branding.ts';
import { BrandMark } from '#web/ui/BrandMark.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Title } from '#web/ui/Title.tsx';
import styles from './documents.module.scss';

interface DocumentHeaderProps {
  title: string;
  /** Target of the back button. Absent for recipients and visitors. */
  backTo?: string;
  /** The sender's brand, for recipients. */
  brand?: BrandView | null | undefined;
  children?: ReactNode;
}

/** Header of every document: title and actions. */
export function DocumentHeader({ title, backTo, brand, children }: DocumentHeaderProps) {
  const { t } = useTranslation('completed');
  return (
    <header className={styles.header}>
      {backTo ? (
        <Link href={backTo} className={styles.back} aria-label={t('back')}>
          <Icon of={ArrowLeft} />
        </Link>
      ) : brand ? (
        <span className={styles.brand}>
          <BrandMark brand={brand} compact />
        </span>
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
