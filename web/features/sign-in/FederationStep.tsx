import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { connectionPage } from '#web/services/auth/connections.ts';
import type { Federation } from '#contract/entities/federation.ts';
import { Button } from '#web/ui/Button.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

/** The organization of the address signs it in: leads there. */
export const FederationStep = ({ signIn, federation: { connection, name } }: { signIn: SignIn; federation: Federation }) => {
  const { t } = useTranslation('signIn');
  return (
    <Form
      className={styles.form ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        window.location.assign(connectionPage(connection, signIn.email.trim()));
      }}
    >
      <div role="status">
        <h1>{t('federation.title', { name })}</h1>
        <p className={styles.lead}>{t('federation.lead')}</p>
      </div>
      <Button type="submit" look="primary" size="large" wide autoFocus>
        {t('connection.use', { name })}
      </Button>
      <div className={styles.more}>
        <Button look="quiet" onPress={signIn.changeEmail}>
          {t('code.otherEmail')}
        </Button>
      </div>
    </Form>
  );
};
