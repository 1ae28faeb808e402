import type { FormEvent, ReactNode } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { errorText } from '#web/entities/error-text.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import styles from './SignInPage.module.scss';

interface StepFormProps {
  title: string;
  lead: ReactNode;
  /** What went wrong and is said of no field. */
  problem: ErrorInfo | null;
  submitText: string;
  isPending: boolean;
  /** Something to submit is there. */
  isReady: boolean;
  onSubmit: (event: FormEvent) => void;
  /** The fields of the step. */
  children: ReactNode;
  /** Other ways to go on. */
  more: ReactNode;
}

/** One step of a sign-in: what is asked, and the one button that goes on. */
export const StepForm = ({ title, lead, problem, submitText, isPending, isReady, onSubmit, children, more }: StepFormProps) => {
  const { t } = useTranslation('signIn');
  return (
    <Form
      className={styles.form ?? ''}
      // What the server refused last must not keep the browser from sending again.
      validationBehavior="aria"
      onSubmit={onSubmit}
    >
      <div>
        <h1>{title}</h1>
        <p className={styles.lead}>{lead}</p>
      </div>
      {children}
      {problem ? <Banner meaning="negative">{errorText(problem, t('failed'))}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={isPending} isDisabled={!isReady}>
        {submitText}
      </Button>
      {more}
    </Form>
  );
};
