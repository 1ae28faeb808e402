import { CloudDownload, CloudOff } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { usePins } from '#web/entities/offline/use-pins.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { toAppError } from '#web/services/app-error.ts';
import { keepOffline, releaseOffline } from '#web/services/offline/keep-offline.service.ts';
import { Icon } from '#web/ui/Icon.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { notify, notifyError } from '#web/ui/snackbar.ts';

/** Keeps a request or a file on this device, or no longer. None where the browser stores nothing. */
export function useKeepAction({ kind, id }: Resource): readonly MenuAction[] {
  const { t } = useTranslation('sharing');
  const userId = useAppSelector(selectUserId);
  const pins = usePins();
  const [isBusy, setBusy] = useState(false);
  if (userId === null || pins === null || kind === 'template') return [];
  const isPinned = pins.some((pin) => pin.id === id && !pin.whileWaiting);
  const change = async (): Promise<void> => {
    setBusy(true);
    try {
      await (isPinned ? releaseOffline(userId, [id]) : keepOffline(userId, { kind, id }));
      notify(t(isPinned ? 'offline.released' : 'offline.kept'), { id: 'kept-offline' });
    } catch (error) {
      notifyError(errorText(toAppError(error).toInfo()), { id: 'kept-offline' });
    }
    setBusy(false);
  };
  return [{ key: 'offline', text: t(isPinned ? 'offline.release' : 'offline.keep'), icon: <Icon of={isPinned ? CloudOff : CloudDownload} />, run: () => void change(), ...(isBusy ? { refusal: t('offline.busy') } : {}) }];
}
