import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/Button.tsx';
import { AddressForm } from './AddressForm.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** The first step to a new password: a code is sent to the address, whether or not it has an account. */
export const ForgotStep = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  return (
    <AddressForm signIn={signIn} title={t('forgot.title')} lead={t('forgot.lead')}>
      <div className={styles.more}>
        <Button look="quiet" onPress={signIn.changeEmail}>
          {t('forgot.back')}
        </Button>
      </div>
    </AddressForm>
  );
};
