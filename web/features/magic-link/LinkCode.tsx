import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import { useCodeForm } from '#web/entities/one-time-code/use-code-form.ts';
import { useWaiting } from '#web/entities/one-time-code/use-waiting.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { CodeField } from '#web/ui/CodeField.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';
import type { LinkActions, SentCode } from './use-magic-link.ts';
import styles from './magic-link.module.scss';

/** Seconds until another code can be requested, since mail takes a moment. */
const RESEND_AFTER = 30;

/** Confirms another device: the code was sent to the address of the link. */
export const LinkCode = ({ actions, sent }: { actions: LinkActions; sent: SentCode }) => {
  const { t } = useTranslation('magicLink');
  const { t: common } = useTranslation('signIn');
  const { error, pending } = actions;
  const { field, problem, isWhole, onSubmit } = useCodeForm({ error, pending, submit: actions.confirm });
  const seconds = useWaiting(RESEND_AFTER, sent.round);
  useDocumentTitle(t('code.title'));
  return (
    <Form className={styles.parts ?? ''} onSubmit={onSubmit}>
      <h1 className={styles.title}>{t('code.title')}</h1>
      <p>{t('code.lead', { address: sent.sentTo })}</p>
      {sent.late ? <Banner meaning="attention">{common('code.late')}</Banner> : null}
      <CodeField label={t('code.label')} {...field} />
      {problem ? <Banner meaning="negative">{errorText(problem)}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={pending} isDisabled={!isWhole}>
        {t('code.submit')}
      </Button>
      <Button look="quiet" isDisabled={seconds > 0 || pending} onPress={() => void actions.open()}>
        {seconds > 0 ? common('code.resendIn', { seconds }) : common('code.resend')}
      </Button>
      <p role="status" className="visually-hidden">
        {sent.round > 1 ? common('code.sentAgain') : ''}
      </p>
    </Form>
  );
};
