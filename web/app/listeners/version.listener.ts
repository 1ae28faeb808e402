import i18next from 'i18next';
import { checkServiceWorker, loadNextVersion, onNextVersion } from '#web/services/service-worker.ts';
import { onOldVersion, watchVersion } from '#web/services/version.ts';
import { notify } from '#web/ui/snackbar.ts';

/** Notifies about a new version; the person chooses when to load it. */
const offerNextVersion = (): void => {
  notify(i18next.t('newVersion', { ns: 'shell' }), {
    id: 'version',
    duration: Infinity,
    action: { text: i18next.t('reload', { ns: 'shell' }), run: loadNextVersion },
  });
};

export const startVersionListener = (): void => {
  onOldVersion(() => {
    checkServiceWorker();
    offerNextVersion();
  });
  onNextVersion(offerNextVersion);
  watchVersion();
};
