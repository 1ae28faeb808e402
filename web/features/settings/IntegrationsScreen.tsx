import { Plug } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { integrationNames } from '#contract/entities/integration.ts';
import type { IntegrationName } from '#contract/entities/integration.ts';
import { brands } from '#web/entities/cloud/brands.ts';
import { errorText } from '#web/entities/error-text.ts';
import { profileReceived, selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Page } from '#web/ui/Page.tsx';
import { StatusText } from '#web/ui/StatusText.tsx';

/** /profile/integrations: cloud sources for documents. */
const IntegrationsScreen = () => {
  const { t } = useTranslation('settings');
  const dispatch = useAppDispatch();
  const profile = useAppSelector(selectProfile);
  const act = useAsyncAction();
  const [changed, setChanged] = useState<IntegrationName | null>(null);
  const change = (name: IntegrationName, active: boolean): void => {
    setChanged(name);
    void act.run(async () => {
      dispatch(profileReceived(await call(active ? 'integrations.deactivate' : 'integrations.activate', { body: { name } })));
    });
  };
  return (
    <Page title={t('area.integrations')} text={t('integrations.text')}>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      <ItemList label={t('area.integrations')}>
        {integrationNames.map((name) => {
          const active = profile?.integrations.some((each) => each.name === name && each.active) ?? false;
          return (
            <Item
              key={name}
              sign={<Icon of={Plug} />}
              title={brands[name]}
              state={<StatusText meaning={active ? 'success' : 'secondary'}>{t(active ? 'integrations.on' : 'integrations.off')}</StatusText>}
              actions={
                <Button isPending={act.busy && changed === name} aria-label={t(active ? 'integrations.disconnectOf' : 'integrations.connectOf', { name: brands[name] })} onPress={() => change(name, active)}>
                  {t(active ? 'integrations.disconnect' : 'integrations.connect')}
                </Button>
              }
            />
          );
        })}
      </ItemList>
    </Page>
  );
};

export default IntegrationsScreen;
