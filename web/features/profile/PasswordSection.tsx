import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isPassword } from '#contract/entities/common.ts';
import type { Profile } from '#contract/entities/profile.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchProfile } from '#web/entities/profile/profile.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Section } from '#web/ui/Section.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextField } from '#web/ui/TextField.tsx';

/** Optional password sign-in. */
export const PasswordSection = ({ profile }: { profile: Profile }) => {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const has = profile.identities.includes('password');
  return (
    <Section title={t('password.title')} text={t('password.text')}>
      <ItemList label={t('password.title')}>
        <Item
          sign={<Icon of={KeyRound} />}
          title={t(has ? 'password.has' : 'password.none')}
          actions={
            <Button look="quiet" onPress={() => setOpen(true)}>
              {t(has ? 'password.change' : 'password.set')}
            </Button>
          }
        />
      </ItemList>
      {open ? <PasswordDialog email={profile.email ?? ''} hasOne={has} onClose={() => setOpen(false)} /> : null}
    </Section>
  );
};

const PasswordDialog = ({ email, hasOne, onClose }: { email: string; hasOne: boolean; onClose: () => void }) => {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [current, setCurrent] = useState('');
  const [password, setPassword] = useState('');
  const [tried, setTried] = useState(false);
  const save = async (): Promise<void> => {
    setTried(true);
    if (!isPassword(password) || (hasOne && current === '')) return;
    const done = await act.run(async () => {
      await call('password.set', { body: { password, ...(hasOne ? { current } : {}) } });
      await dispatch(fetchProfile());
    });
    if (!done) return;
    notify(t('password.saved'), { id: 'password' });
    onClose();
  };
  const wrongCurrent = act.error?.code === 'invalid_code';
  const bad = act.error?.code === 'password_common' || act.error?.code === 'password_breached';
  return (
    <FormDialog
      onClose={onClose}
      title={t(hasOne ? 'password.change' : 'password.set')}
      closeLabel={t('close')}
      cancelText={t('cancel')}
      saveText={t('save')}
      isPending={act.busy}
      onSubmit={() => void save()}
    >
      {/* The hidden user name lets password managers store both together. */}
      <input type="email" name="username" autoComplete="username" defaultValue={email} hidden readOnly />
      {hasOne ? (
        <TextField
          autoFocus
          label={t('password.current')}
          type="password"
          autoComplete="current-password"
          value={current}
          onChange={setCurrent}
          error={tried && current === '' ? t('password.currentMissing') : wrongCurrent ? t('password.currentWrong') : undefined}
        />
      ) : null}
      <TextField
        autoFocus={!hasOne}
        label={t('password.new')}
        type="password"
        autoComplete="new-password"
        value={password}
        onChange={setPassword}
        help={t('password.rules')}
        error={tried && !isPassword(password) ? t('password.rules') : bad && act.error ? errorText(act.error) : undefined}
      />
      {act.error && !wrongCurrent && !bad ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
};
