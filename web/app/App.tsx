import { I18nProvider } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { Provider } from 'react-redux';
import { RouterProvider } from 'react-router-dom';
import type { AppStore } from '#web/entities/store.ts';
import { formatLocale } from '#web/services/i18n/languages.ts';
import { router } from './router.tsx';

const Localized = () => {
  const { i18n } = useTranslation();
  return (
    <I18nProvider locale={formatLocale(i18n.language)}>
      <RouterProvider router={router} />
    </I18nProvider>
  );
};

export const App = ({ store }: { store: AppStore }) => (
  <Provider store={store}>
    <Localized />
  </Provider>
);
