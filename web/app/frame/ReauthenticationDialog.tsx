import { useTranslation } from 'react-i18next';
import { signIn } from '#web/services/auth/auth.ts';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';

/** Asks for a new sign-in before a change of the account that requires one, then returns to this page. */
const ReauthenticationDialog = ({ onClose }: { onClose(): void }) => {
  const { t } = useTranslation('shell');
  const goOn = (): void => {
    const { pathname, search, hash } = window.location;
    void signIn({ returnTo: `${pathname}${search}${hash}`, language: document.documentElement.lang, again: true });
  };
  return (
    <ConfirmDialog isOpen onClose={onClose} onConfirm={goOn} title={t('reauthentication.title')} confirmText={t('signInAgain')} cancelText={t('reauthentication.cancel')}>
      {t('reauthentication.text')}
    </ConfirmDialog>
  );
};

export default ReauthenticationDialog;
