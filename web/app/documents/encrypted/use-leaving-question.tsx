import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useBlocker } from 'react-router-dom';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { useLeavingNotice } from '../shared/use-leaving-notice.ts';

/** Asks before a screen is left whose work is stored nowhere: within the app as well as by closing the page. */
export function useLeavingQuestion(lost: 'prepared' | 'filled', isActive: boolean): ReactNode {
  const { t } = useTranslation('encryption');
  useLeavingNotice(isActive);
  const blocker = useBlocker(({ currentLocation, nextLocation }) => isActive && currentLocation.pathname !== nextLocation.pathname);
  if (blocker.state !== 'blocked') return null;
  const footer = (
    <>
      <Button onPress={() => blocker.reset()}>{t('leave.stay')}</Button>
      <Button look="negative" onPress={() => blocker.proceed()}>{t('leave.go')}</Button>
    </>
  );
  // Without a close button it has no entry in the history, which would come in the way of going back.
  return <Dialog isOpen role="alertdialog" title={t('leave.title')} footer={footer} onClose={() => blocker.reset()}><p>{t(`leave.${lost}`)}</p></Dialog>;
}
