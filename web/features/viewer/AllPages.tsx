import { LayoutGrid } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Size } from '#web/entities/field/geometry.ts';
import type { PageSet } from '#web/services/engine/pages/pages.service.ts';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Thumbnails } from './Thumbnails.tsx';
import styles from './viewer.module.scss';

interface AllPagesProps {
  set: PageSet;
  pages: readonly Size[];
  page: number;
  onChoose: (page: number) => void;
}

/** Thumbnails in a sheet, where there is no room beside the document. */
export function AllPages({ set, pages, page, onChoose }: AllPagesProps) {
  const { t } = useTranslation('viewer');
  const [isOpen, setOpen] = useState(false);
  const choose = (number: number): void => {
    setOpen(false);
    onChoose(number);
  };
  return (
    <span className={styles.allPages}>
      <IconButton label={t('allPages')} plainName icon={<Icon of={LayoutGrid} />} onPress={() => setOpen(true)} />
      <Dialog isOpen={isOpen} onClose={() => setOpen(false)} title={t('pages')} closeLabel={t('closePages')}>
        <div className={styles.pagesSheet}>
          <Thumbnails set={set} pages={pages} current={page} ready onChoose={choose} />
        </div>
      </Dialog>
    </span>
  );
}
