import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/Page.tsx';
import { DevicesSection } from './DevicesSection.tsx';

/** /profile/sessions: where somebody is signed in. */
const SessionsScreen = () => {
  const { t } = useTranslation('sessions');
  return (
    <Page title={t('title')} text={t('text')}>
      <DevicesSection />
    </Page>
  );
};

export default SessionsScreen;
