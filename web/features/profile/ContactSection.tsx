import { Mail, Phone } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isEmail } from '#contract/entities/common.ts';
import { internationalPhone, shownPhone } from '#contract/entities/phone-number.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchProfile, updateProfile } from '#web/entities/profile/profile.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { StatusText } from '#web/ui/StatusText.tsx';
import { TextField } from '#web/ui/TextField.tsx';

type Kind = 'email' | 'phone';

const shown = (kind: Kind, value: string | null): string | null => (kind === 'phone' && value ? shownPhone(value) : value);

/** Conflicts mean that it is already verified and the profile here is outdated. */
const isProven = (code: string): boolean => code === 'email_already_verified' || code === 'phone_already_verified';

/** E-mail address and phone number: value, verification state, and a way to change them. */
export const ContactSection = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('account');
  const [changing, setChanging] = useState<Kind | null>(null);
  const rows = [
    { kind: 'email', value: profile.email, waiting: profile.pendingEmail, proven: profile.emailVerified, icon: Mail },
    { kind: 'phone', value: profile.phone, waiting: null, proven: profile.phoneVerified, icon: Phone },
  ] as const;
  return (
    <Section title={t('contact.title')} text={t('contact.text')}>
      <ItemList label={t('contact.title')}>
        {rows.map(({ kind, value, waiting, proven, icon }) => (
          <Item
            key={kind}
            sign={<Icon of={icon} />}
            title={waiting ?? shown(kind, value) ?? t('contact.none')}
            detail={waiting ? t('contact.waiting', { value: value ?? '' }) : t(`contact.${kind}`)}
            state={value || waiting ? <StatusText meaning={proven && !waiting ? 'success' : 'attention'}>{proven && !waiting ? t('contact.proven') : t('contact.unproven')}</StatusText> : null}
            actions={
              <>
                {(value && !proven) || waiting ? <Prove kind={kind} /> : null}
                <Button look="quiet" aria-label={t(`contact.change_${kind}`)} onPress={() => setChanging(kind)}>
                  {t(value ? 'contact.change' : 'contact.add')}
                </Button>
              </>
            }
          />
        ))}
      </ItemList>
      {changing ? <ChangeDialog key={changing} kind={changing} value={shown(changing, profile[changing]) ?? ''} onClose={() => setChanging(null)} /> : null}
    </Section>
  );
};

/** Sends a message with a verification link. */
const Prove = ({ kind }: { kind: Kind }) => {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const send = async (): Promise<void> => {
    const callback = new URL(routes.verify, window.location.origin).href;
    let late = false;
    const sent = await act.run(async () => {
      try {
        ({ late } = await call(kind === 'email' ? 'auth.sendVerificationEmail' : 'auth.sendVerificationSms', { body: { callback } }));
      } catch (failure) {
        if (!isProven(toAppError(failure).code)) throw failure;
        await dispatch(fetchProfile());
      }
    });
    if (sent) notify(t(`contact.${late ? 'late' : 'sent'}_${kind}`), { id: 'verification' });
  };
  return (
    <>
      <Button look="quiet" isPending={act.busy} onPress={() => void send()}>
        {t('contact.prove')}
      </Button>
      {act.error ? <Banner meaning="negative">{errorText(act.error)}</Banner> : null}
    </>
  );
};

const ChangeDialog = ({ kind, value, onClose }: { kind: Kind; value: string; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [text, setText] = useState(value);
  const [tried, setTried] = useState(false);
  const trimmed = text.trim();
  // The phone number may be removed; the e-mail address is needed to sign in.
  const fits = kind === 'email' ? isEmail(trimmed) : trimmed === '' || internationalPhone(trimmed) !== null;
  const save = async (): Promise<void> => {
    setTried(true);
    if (!fits) return;
    const done = await act.run(() => dispatch(updateProfile(kind === 'email' ? { email: trimmed } : { phone: internationalPhone(trimmed) ?? 'empty' })).unwrap());
    if (done) onClose();
  };
  return (
    <FormDialog
      onClose={onClose}
      title={t(`contact.change_${kind}`)}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('save')}
      isPending={act.busy}
      onSubmit={() => void save()}
    >
      <TextField
        autoFocus
        label={t(`contact.${kind}`)}
        type={kind === 'email' ? 'email' : 'tel'}
        inputMode={kind === 'email' ? 'email' : 'tel'}
        autoComplete={kind === 'email' ? 'email' : 'tel'}
        value={text}
        onChange={setText}
        help={t(`contact.help_${kind}`)}
        error={tried && !fits ? t(`contact.wrong_${kind}`) : undefined}
      />
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};
