import { CloudOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { availability, checkAvailability, onAvailability } from '#web/services/availability.ts';
import { failureTexts } from '#web/services/i18n/failure-texts.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import styles from './ResourcesLoadErrorScreen.module.scss';

/** A chunk or the texts failed to load. Offers to reload once the server responds. */
export const ResourcesLoadErrorScreen = () => {
  const texts = failureTexts();
  const [service, setService] = useState(availability);
  useEffect(() => {
    const stop = onAvailability(setService);
    void checkAvailability().then(setService);
    return stop;
  }, []);

  return (
    <>
      {window.history.length > 1 ? (
        <div className={styles.header}>
          <IconButton label={texts.close} plainName icon={<Icon of={X} />} onPress={() => window.history.back()} />
        </div>
      ) : null}
      <StatusScreen
        icon={CloudOff}
        title={texts.notLoaded}
        actions={
          service === 'available' ? (
            <Button look="primary" onPress={() => window.location.reload()}>
              {texts.reload}
            </Button>
          ) : null
        }
      />
    </>
  );
};
