import { CloudOff, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { errors } from '#contract/errors.ts';
import { availability, checkAvailability, onAvailability } from '#web/services/availability.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { StatusScreen } from './StatusScreen.tsx';
import styles from './ResourcesLoadErrorScreen.module.scss';

export interface ResourcesLoadErrorTexts {
  title: string;
  reload: string;
  close: string;
}

// It can come before any language is there: these words are part of the code's own table, in English.
const ownTexts: ResourcesLoadErrorTexts = { title: errors.load_script_error.text, reload: 'Reload', close: 'Close' };

/** A part of the app did not arrive. Reload is offered once the server answers. */
export const ResourcesLoadErrorScreen = ({ texts = ownTexts }: { texts?: ResourcesLoadErrorTexts }) => {
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
        title={texts.title}
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
