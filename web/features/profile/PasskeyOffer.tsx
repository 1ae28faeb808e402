import { useCallback, useState } from 'react';
import { profileReceived } from '#web/entities/profile/profile.slice.ts';
import { useAnswer } from '#web/entities/requests/use-answer.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { call } from '#web/services/api/call.ts';
import { toAppError } from '#web/services/app-error.ts';
import { CreatePasskey } from './CreatePasskey.tsx';

/** Offers a passkey to whoever has none; said no to, it comes back after a while. */
const PasskeyOffer = () => {
  const dispatch = useAppDispatch();
  const [closed, setClosed] = useState(false);
  const known = useAnswer(useCallback((signal: AbortSignal) => call('passkeys.list', {}, { signal }).then(({ passkeys }) => passkeys.length), []));
  const close = (): void => {
    setClosed(true);
    call('profile.passkeyPromotion', {}).then(
      (profile) => dispatch(profileReceived(profile)),
      (error: unknown) => console.warn('The passkey will be offered again', toAppError(error).code),
    );
  };
  return known.value === 0 && !closed ? <CreatePasskey onClose={close} /> : null;
};

export default PasskeyOffer;
