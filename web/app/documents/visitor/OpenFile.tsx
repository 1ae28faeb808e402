import { FileUp } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { warmPagesThoroughly } from '#web/services/engine/pages/pages.service.ts';
import { openVisitorFiles } from '#web/services/visitor/visitor-files.service.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import styles from '../shared/documents.module.scss';

/** File choice for visitors. `gone`: the document of this address is no longer stored in this browser. */
export function OpenFile({ gone = false }: { gone?: boolean }) {
  const { t } = useTranslation('signing');
  const navigate = useNavigate();
  const input = useRef<HTMLInputElement>(null);
  useEffect(warmPagesThoroughly, []);
  const open = (files: FileList | null): void => {
    if (!files || files.length === 0) return;
    void navigate(fillPath(routes.fileView, { ids: openVisitorFiles([...files]).join(',') }));
  };
  return (
    <div className={styles.centre}>
      <EmptyState
        level={1}
        icon={FileUp}
        title={gone ? t('visitor.gone') : t('visitor.empty')}
        actions={
          <Button look="primary" onPress={() => input.current?.click()}>
            {t('visitor.choose')}
          </Button>
        }
      >
        <p>{gone ? t('visitor.goneText') : t('visitor.drop')}</p>
        <p>{t('visitor.local')}</p>
      </EmptyState>
      <input
        ref={input}
        type="file"
        accept="application/pdf"
        // Hidden from screen readers, because the button does the same.
        hidden
        onChange={(event) => open(event.target.files)}
      />
    </div>
  );
}
