import { useTranslation } from 'react-i18next';
import { useWaiting } from '#web/entities/one-time-code/use-waiting.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** Seconds until another code can be requested, since mail takes a moment. */
const RESEND_AFTER = 30;

/** Alternatives to entering the code: another address, or another code. */
export const ResendCode = ({ signIn }: { signIn: SignIn }) => {
  const { t } = useTranslation('signIn');
  const { pending, sent } = signIn;
  const seconds = useWaiting(RESEND_AFTER, sent);
  return (
    <div className={styles.more}>
      <Button look="quiet" onPress={signIn.changeEmail}>
        {t('code.otherEmail')}
      </Button>
      <Button look="quiet" isDisabled={seconds > 0 || pending} onPress={() => void signIn.sendCode()}>
        {seconds > 0 ? t('code.resendIn', { seconds }) : t('code.resend')}
      </Button>
      <p role="status" className="visually-hidden">
        {sent > 1 ? t('code.sentAgain') : ''}
      </p>
    </div>
  );
};
