import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import styles from './StatusScreen.module.scss';

interface StatusScreenProps {
  icon?: LucideIcon;
  figure?: string;
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
}

/** Full-page status message with actions. */
export const StatusScreen = ({ title, ...rest }: StatusScreenProps) => {
  useDocumentTitle(title);
  return (
    <div className={styles.screen}>
      <EmptyState level={1} title={title} {...rest} />
    </div>
  );
};
