import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { connectionPage, socialConnections } from '#web/services/auth/connections.ts';
import { Button } from '#web/ui/Button.tsx';
import styles from './SignInPage.module.scss';

/** Sign-in with other providers. Shows nothing if none is configured or the list fails to load. */
export const Connections = ({ isDisabled }: { isDisabled: boolean }) => {
  const { t } = useTranslation('signIn');
  const { value } = useAnswer(useCallback((signal: AbortSignal) => socialConnections(signal), []));
  if (!value || value.length === 0) return null;
  return (
    <div className={styles.connections} role="group" aria-label={t('connection.label')}>
      {value.map(({ id, name }) => (
        <Button key={id} size="large" wide isDisabled={isDisabled} onPress={() => window.location.assign(connectionPage(id))}>
          {t('connection.use', { name })}
        </Button>
      ))}
    </div>
  );
};
