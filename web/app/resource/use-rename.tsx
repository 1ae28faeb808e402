import { Pencil } from 'lucide-react';
import { useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Renamed } from '#web/features/lists/RenameDialog.tsx';
import { RenameDialog } from '#web/features/lists/RenameDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';

/** The menu action that renames a resource, and its dialog. No action if this person may not. */
export function useRename(item: Renamed, mayRename: boolean): { actions: MenuAction[]; dialog: ReactNode } {
  const { t } = useTranslation('lists');
  const [isOpen, setOpen] = useState(false);
  return {
    actions: mayRename ? [{ key: 'rename', text: t('act.rename'), icon: <Icon of={Pencil} />, run: () => setOpen(true) }] : [],
    dialog: isOpen ? <RenameDialog item={item} onClose={() => setOpen(false)} /> : null,
  };
}
