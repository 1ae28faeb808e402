import { KeyRound, UserPen } from 'lucide-react';
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Profile } from '#contract/entities/profile.ts';
import { profileReceived, selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { canUsePasskeys } from '#web/services/auth/passkeys.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PromptCard } from '#web/ui/PromptCard.tsx';
import { CreatePasskey } from './CreatePasskey.tsx';
import { NameDialog } from './NameDialog.tsx';
import { declineName, mayAskName, mayOfferPasskey } from './prompts.ts';

type Question = 'name' | 'passkey' | 'none';

const questionFor = (profile: Profile): Question => {
  if (mayAskName(profile)) return 'name';
  return canUsePasskeys() && mayOfferPasskey(profile) ? 'passkey' : 'none';
};

/** Shows one account prompt at a time and only one per visit: first the name, then the passkey. */
const AccountPrompts = () => {
  const profile = useAppSelector(selectProfile);
  const [answered, setAnswered] = useState(false);
  const question = useRef<Question>(null);
  if (!profile || answered) return null;
  question.current ??= questionFor(profile);
  const close = (): void => setAnswered(true);
  if (question.current === 'name') return <NamePrompt profile={profile} onAnswered={close} />;
  return question.current === 'passkey' ? <PasskeyPrompt onAnswered={close} /> : null;
};

const NamePrompt = ({ profile, onAnswered }: { profile: Profile; onAnswered: () => void }) => {
  const { t } = useTranslation('account');
  const [open, setOpen] = useState(false);
  const decline = (): void => {
    declineName(profile.id);
    onAnswered();
  };
  return (
    <>
      <PromptCard icon={<Icon of={UserPen} />} title={t('namePrompt.title')} action={<Button onPress={() => setOpen(true)}>{t('namePrompt.add')}</Button>} dismissLabel={t('later')} onDismiss={decline}>
        {t('namePrompt.text')}
      </PromptCard>
      {open ? <NameDialog profile={profile} onSaved={onAnswered} onClose={() => setOpen(false)} /> : null}
    </>
  );
};

/** Offers a passkey; after an answer, again after some time. */
const PasskeyPrompt = ({ onAnswered }: { onAnswered: () => void }) => {
  const { t } = useTranslation('account');
  const dispatch = useAppDispatch();
  const [open, setOpen] = useState(false);
  const known = useAnswer(useCallback((signal: AbortSignal) => call('passkeys.list', {}, { signal }).then(({ passkeys }) => passkeys.length), []));
  const answer = (): void => {
    onAnswered();
    call('profile.passkeyPromotion', {}).then(
      (profile) => dispatch(profileReceived(profile)),
      (error: unknown) => console.warn('The passkey will be offered again', toAppError(error).code),
    );
  };
  if (known.value !== 0) return null;
  return (
    <>
      <PromptCard icon={<Icon of={KeyRound} />} title={t('passkeys.createTitle')} action={<Button onPress={() => setOpen(true)}>{t('passkeys.create')}</Button>} dismissLabel={t('later')} onDismiss={answer}>
        {t('passkeys.what')}
      </PromptCard>
      {open ? <CreatePasskey onClose={answer} /> : null}
    </>
  );
};

export default AccountPrompts;
