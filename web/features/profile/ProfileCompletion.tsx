import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PersonFields } from './PersonFields.tsx';
import { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

const FORM = 'profile-completion';

const CompletionForm = ({ profile, onSaved }: { profile: Profile; onSaved(): void }) => {
  const { t } = useTranslation('profile');
  const form = usePersonForm(profile, onSaved);
  return (
    <Dialog
      isOpen
      onClose={() => undefined}
      title={t('completion.title')}
      footer={
        <Button type="submit" form={FORM} look="primary" isPending={form.pending}>
          {t('completion.save')}
        </Button>
      }
    >
      <p>{t('completion.text')}</p>
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

/** Asks once for the name that others will see on what they are sent; it stays until the profile has it. */
const ProfileCompletion = () => {
  const profile = useAppSelector(selectProfile);
  const [closed, setClosed] = useState(false);
  return profile && !closed ? <CompletionForm profile={profile} onSaved={() => setClosed(true)} /> : null;
};

export default ProfileCompletion;
