import { TriangleAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { Button } from '#web/ui/Button.tsx';
import { StatusScreen } from './StatusScreen.tsx';

/** Something of ours broke. Home and Reload start from nothing: what is in memory may be what is broken. */
export const CriticalErrorScreen = () => {
  const { t } = useTranslation('shell');
  return (
    <StatusScreen
      icon={TriangleAlert}
      title={t('critical.title')}
      actions={
        <>
          <Button onPress={() => window.location.assign(routes.home)}>{t('critical.home')}</Button>
          <Button look="primary" onPress={() => window.location.reload()}>
            {t('critical.reload')}
          </Button>
        </>
      }
    >
      {t('critical.description')}
    </StatusScreen>
  );
};
