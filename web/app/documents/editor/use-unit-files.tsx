import { Files } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#web/ui/Dialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { useDevice } from '#web/ui/use-device.ts';
import type { UnitFilesProps } from './UnitFiles.tsx';
import { UnitFiles } from './UnitFiles.tsx';
import styles from '../shared/documents.module.scss';

interface UnitFilesAccess {
  /** For the header. Null on phones, where the title needs the room. */
  readonly button: ReactNode;
  /** For the menu, on phones. */
  readonly actions: readonly MenuAction[];
  readonly dialog: ReactNode;
}

/** Access to the list of the documents of a draft or template. */
export function useUnitFiles(props: UnitFilesProps): UnitFilesAccess {
  const { t } = useTranslation('sending');
  const [isOpen, setOpen] = useState(false);
  const isPhone = useDevice() === 'phone';
  const open = (): void => setOpen(true);
  return {
    button: isPhone ? null : <IconButton label={t('files.title')} icon={<Icon of={Files} />} onPress={open} />,
    actions: isPhone ? [{ key: 'documents', text: t('files.title'), icon: <Icon of={Files} />, run: open }] : [],
    dialog: isOpen ? (
      <Dialog isOpen title={t('files.title')} closeLabel={t('close')} onClose={() => setOpen(false)}>
        <div className={styles.sheet}>
          <UnitFiles {...props} />
        </div>
      </Dialog>
    ) : null,
  };
}
