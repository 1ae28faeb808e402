import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { onReauthenticationRequired } from '#web/services/api/call.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Asks for a new sign-in before a change of the account that requires one, then returns to this page. */
const ReauthenticationDialog = () => {
  const { t } = useTranslation('shell');
  const [isOpen, setOpen] = useState(false);
  useEffect(() => onReauthenticationRequired(() => setOpen(true)), []);
  const goOn = (): void => {
    const { pathname, search, hash } = window.location;
    void signIn({ returnTo: `${pathname}${search}${hash}`, language: document.documentElement.lang, again: true });
  };
  return (
    <ConfirmDialog isOpen={isOpen} onClose={() => setOpen(false)} onConfirm={goOn} title={t('reauthentication.title')} confirmText={t('signInAgain')} cancelText={t('reauthentication.cancel')}>
      {t('reauthentication.text')}
    </ConfirmDialog>
  );
};

export default ReauthenticationDialog;
