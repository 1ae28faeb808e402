import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { storeAccountDeletedNotice } from '#web/entities/session/account-deleted-notice.ts';
import { leave } from '#web/entities/session/leave.ts';
import { call } from '#web/services/api/call.ts';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionActions, Section } from '#web/ui/Section.tsx';

/** Sign-out and deletion of the account. */
export const LeaveSection = () => {
  const { t } = useTranslation('account');
  const [asking, setAsking] = useState(false);
  const act = useAsyncAction();
  const remove = async (): Promise<void> => {
    if (!(await act.run(() => call('auth.deleteUser', {})))) return;
    storeAccountDeletedNotice();
    await leave(routes.home);
  };
  return (
    <Section title={t('leave.title')}>
      <SectionActions>
        <Button onPress={() => void leave(routes.home)}>{t('leave.signOut')}</Button>
        <Button look="quiet" onPress={() => setAsking(true)}>
          {t('leave.delete')}
        </Button>
      </SectionActions>
      {asking ? (
        <ConfirmDialog
          isOpen
          negative
          onClose={() => setAsking(false)}
          onConfirm={() => void remove()}
          isPending={act.busy}
          title={t('leave.deleteTitle')}
          confirmText={t('leave.deleteConfirm')}
          cancelText={t('cancel')}
          error={act.error ? errorText(act.error, t('failed')) : undefined}
        >
          {t('leave.deleteText')}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
};
