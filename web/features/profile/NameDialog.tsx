import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { PersonFields } from './PersonFields.tsx';
import { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

const FORM = 'own-name';

/** Asks for the name that recipients see. */
export const NameDialog = ({ profile, onSaved, onClose }: { profile: Profile; onSaved: () => void; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const form = usePersonForm(profile, onSaved);
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t(personName(profile) === (profile.email ?? profile.phone) ? 'namePrompt.title' : 'namePrompt.change')}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button type="submit" form={FORM} look="primary" isPending={form.pending}>
            {t('save')}
          </Button>
        </>
      }
    >
      <p>{t('namePrompt.text')}</p>
      <Form
        id={FORM}
        className={styles.form ?? ''}
        onSubmit={(event) => {
          event.preventDefault();
          void form.save();
        }}
      >
        <PersonFields form={form} autoFocus />
      </Form>
    </Dialog>
  );
};
