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
  /** An error that belongs to no field. */
  problem: ErrorInfo | null;
  submitText: string;
  isPending: boolean;
  /** Whether there is input to submit. */
  isReady: boolean;
  onSubmit: (event: FormEvent) => void;
  /** Input fields of the step. */
  children: ReactNode;
  /** Alternatives to the step. */
  more: ReactNode;
}

/** One step of the sign-in, with a single submit button. */
export const StepForm = ({ title, lead, problem, submitText, isPending, isReady, onSubmit, children, more }: StepFormProps) => {
  const { t } = useTranslation('signIn');
  return (
    <Form
      className={styles.form ?? ''}
      // A previous server error must not block submission by the browser's validation.
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
