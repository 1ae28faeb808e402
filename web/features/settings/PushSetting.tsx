import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { pushState, subscribeDevice, unsubscribeDevice } from '#web/services/push/device-push.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Section, Stack } from '#web/ui/Section.tsx';

/** The key of the installation, and how it stands on this device. Nothing is asked of a device if the installation sends none. */
const usePush = () => useAnswer(useCallback(async () => {
  const { publicKey } = await call('notifications.pushKey', {});
  return publicKey === null ? null : { publicKey, state: await pushState() };
}, []));

/** Web push messages on this device. The browser asks for permission only when they are switched on. */
export const PushSetting = () => {
  const { t } = useTranslation('settings');
  const { value, reload } = usePush();
  const { busy, error, run } = useAsyncAction();
  if (!value) return null;
  const { publicKey, state } = value;
  const change = async (on: boolean): Promise<void> => {
    await run(async () => {
      if (on) {
        const device = await subscribeDevice(publicKey);
        if (device) await call('notifications.subscribe', { body: device });
        return;
      }
      const endpoint = await unsubscribeDevice();
      if (endpoint !== null) await call('notifications.unsubscribe', { body: { endpoint } });
    });
    reload();
  };
  return (
    <Section title={t('notifications.push.title')}>
      <Stack>
        {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
        {state === 'on' || state === 'off' ? (
          <Checkbox isSelected={state === 'on'} isDisabled={busy} help={t('notifications.push.help')} onChange={(on) => void change(on)}>
            {t('notifications.push.onDevice')}
          </Checkbox>
        ) : <p>{t(`notifications.push.${state}`)}</p>}
      </Stack>
    </Section>
  );
};
