import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { Captcha } from './Captcha.tsx';
import type { SignIn } from './use-sign-in.ts';
import styles from './SignInPage.module.scss';

interface AddressFormProps {
  signIn: SignIn;
  title: string;
  lead: string;
  /** Alternatives to a code by mail. */
  children: ReactNode;
}

/** Asks for the address to which a code is sent, and for a CAPTCHA if the server wants one. */
export const AddressForm = ({ signIn, title, lead, children }: AddressFormProps) => {
  const { t } = useTranslation('signIn');
  const { error } = signIn;
  const ofField = error?.code === 'email_validation' || error?.code === 'request_validation_error';
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void signIn.sendCode();
  };
  return (
    <Form className={styles.form ?? ''} onSubmit={submit}>
      <div>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      <TextField
        label={t(signIn.mayUsePhone ? 'phone.label' : 'email.label')}
        type={signIn.mayUsePhone ? 'text' : 'email'}
        name="email"
        autoComplete={signIn.mayUsePhone ? 'username' : 'email'}
        size="large"
        autoFocus
        value={signIn.email}
        onChange={signIn.setEmail}
        error={ofField ? t(signIn.mayUsePhone ? 'phone.invalid' : 'email.invalid') : undefined}
      />
      {error && !ofField ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
      <p role="status" className={signIn.captcha ? styles.lead : 'visually-hidden'}>
        {signIn.captcha ? t('captcha.ask') : ''}
      </p>
      {signIn.captcha ? <Captcha challenge={signIn.captcha} onToken={(token) => void signIn.passCaptcha(token)} onFail={() => void signIn.failCaptcha()} /> : null}
      <Button type="submit" look="primary" size="large" wide isPending={signIn.pending}>
        {t('email.send')}
      </Button>
      {children}
    </Form>
  );
};
