import { useEffect, useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { selectIsSignedIn } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { PersonFields } from './PersonFields.tsx';
import { usePersonForm } from './use-person-form.ts';
import styles from './Profile.module.scss';

const FORM = 'profile-completion';

/** Guests and people without a first or last name, once they have said yes to cookies (document 1 §4). */
export const needsCompletion = (profile: Profile | null, signedIn: boolean): boolean =>
  profile !== null &&
  signedIn &&
  profile.attributes.cookiesConsentDate !== null &&
  (profile.type === 'guest' || !profile.firstName || !profile.lastName);

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

/** Asks once for the name that others will see on what they are sent. `isAllowed` is false where nothing may come up. */
export const ProfileCompletion = ({ isAllowed }: { isAllowed: boolean }) => {
  const profile = useAppSelector(selectProfile);
  const signedIn = useAppSelector(selectIsSignedIn);
  const [closed, setClosed] = useState<string | null>(null);
  const needed = needsCompletion(profile, signedIn);

  useEffect(() => {
    if (!signedIn) setClosed(null);
  }, [signedIn]);

  if (!isAllowed || !needed || !profile || closed === profile.id) return null;
  return <CompletionForm profile={profile} onSaved={() => setClosed(profile.id)} />;
};
