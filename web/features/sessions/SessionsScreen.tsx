import { useTranslation } from 'react-i18next';
import { Page } from '#web/ui/Page.tsx';
import { DevicesSection } from './DevicesSection.tsx';
import { HistorySection } from './HistorySection.tsx';

/** /profile/sessions: active sessions and the sign-in history. */
const SessionsScreen = () => {
  const { t } = useTranslation('sessions');
  return (
    <Page title={t('title')} text={t('text')}>
      <DevicesSection />
      <HistorySection />
    </Page>
  );
};

export default SessionsScreen;
