import { useState } from 'react';
import { Form } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { isEmail, isPersonName } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { nameAutoComplete, namePartsIn, type NamePart } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { forgetPerson } from '#web/entities/session/forget.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { signIn } from '#web/services/auth/auth.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Spinner } from '#web/ui/Spinner.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { addressOfLink, type DirectLinkVisit } from './use-direct-link.ts';
import styles from './direct-link.module.scss';

interface VisitorFormProps {
  token: string;
  visit: DirectLinkVisit;
  isSignedIn: boolean;
}

/** Who signs: the name, and the address that a visitor will prove. */
export function VisitorForm({ token, visit, isSignedIn }: VisitorFormProps) {
  const profile = useAppSelector(selectProfile);
  if (!isSignedIn) return <NameForm visit={visit} profile={null} />;
  if (profile === null) return <Spinner />;
  return (
    <>
      <NameForm visit={visit} profile={profile} />
      <OtherAddress token={token} />
    </>
  );
}

function OtherAddress({ token }: { token: string }) {
  const { t, i18n } = useTranslation('signIn');
  const userId = useAppSelector(selectUserId);
  const change = async (): Promise<void> => {
    if (userId) await forgetPerson(userId, { keepWork: true });
    await signIn({ returnTo: addressOfLink(token), again: true, language: i18n.language });
  };
  return (
    <Button look="quiet" onPress={() => void change()}>
      {t('code.otherEmail')}
    </Button>
  );
}

function NameForm({ visit, profile }: { visit: DirectLinkVisit; profile: Profile | null }) {
  const { t, i18n } = useTranslation('directLink');
  const sender = visit.found?.state === 'open' ? visit.found.sender : '';
  const { t: person } = useTranslation('profile');
  const { t: address } = useTranslation('signIn');
  const form = useNameForm(visit, profile);
  return (
    <Form
      className={styles.parts ?? ''}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      {namePartsIn(i18n.language).map((part) => (
        <TextField
          key={part}
          label={person(part)}
          hint={part === 'lastName' ? t('optional') : undefined}
          name={nameAutoComplete[part]}
          autoComplete={nameAutoComplete[part]}
          maxLength={lengths.fullName}
          value={form.names[part]}
          onChange={form.setName(part)}
          error={form.problems[part]}
        />
      ))}
      {profile === null ? (
        <TextField
          label={address('email.label')} type="email" name="email" autoComplete="email" inputMode="email" value={form.email} onChange={form.setEmail}
          help={t('visitor.emailHelp')} error={form.problems.email}
        />
      ) : <p>{t('visitor.as', { address: profile.email ?? profile.phone ?? '' })}</p>}
      {visit.error ? <Banner meaning="negative">{visit.error.code === 'match_recipient' ? t('visitor.alreadyAsked', { sender }) : errorText(visit.error)}</Banner> : null}
      <Button type="submit" look="primary" size="large" wide isPending={visit.pending}>
        {profile === null ? t('visitor.continue') : t('visitor.start')}
      </Button>
    </Form>
  );
}

type Problems = Partial<Record<NamePart | 'email', string>>;

function useNameForm(visit: DirectLinkVisit, profile: Profile | null) {
  const { t } = useTranslation('directLink');
  const { t: address } = useTranslation('signIn');
  const [names, setNames] = useState({ firstName: profile?.firstName ?? '', lastName: profile?.lastName ?? '' });
  const [email, setEmail] = useState('');
  const [problems, setProblems] = useState<Problems>({});
  const trimmed = { firstName: names.firstName.trim(), lastName: names.lastName.trim() };
  const found = (): Problems => ({
    ...(isPersonName(trimmed.firstName) ? {} : { firstName: t('visitor.nameWrong') }),
    ...(trimmed.lastName === '' || isPersonName(trimmed.lastName) ? {} : { lastName: t('visitor.nameWrong') }),
    ...(profile !== null || isEmail(email.trim()) ? {} : { email: address('email.invalid') }),
  });
  const submit = async (): Promise<void> => {
    const now = found();
    setProblems(now);
    if (Object.keys(now).length > 0) return;
    await (profile === null ? visit.prove(email.trim(), trimmed) : visit.use(trimmed));
  };
  const setName = (part: NamePart) => (value: string): void => setNames((before) => ({ ...before, [part]: value }));
  return { names, email, problems, setName, setEmail, submit };
}
