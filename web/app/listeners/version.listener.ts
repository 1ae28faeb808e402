import i18next from 'i18next';
import { onOldVersion, watchVersion } from '#web/services/version.ts';
import { notify } from '#web/ui/snackbar.ts';

/** Notifies about a new version; the person chooses when to reload. */
export const startVersionListener = (): void => {
  onOldVersion(() =>
    notify(i18next.t('newVersion', { ns: 'shell' }), {
      id: 'version',
      duration: Infinity,
      action: { text: i18next.t('reload', { ns: 'shell' }), run: () => window.location.reload() },
    }),
  );
  watchVersion();
};
