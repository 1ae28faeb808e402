import { useState } from 'react';
import { lacksName, nameProblem } from '#web/entities/profile/own-name.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { selectProfile } from '#web/entities/profile/profile.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';

/** Asks senders without a name for it and saves it in the profile, because the messages contain it. */
export function useSenderName(ownerId: string) {
  const dispatch = useAppDispatch();
  const profile = useAppSelector(selectProfile);
  const [names, setNames] = useState({ firstName: profile?.firstName ?? '', lastName: profile?.lastName ?? '' });
  const isNeeded = profile !== null && profile.id === ownerId && lacksName(profile);
  const problems = { firstName: nameProblem(names.firstName), lastName: nameProblem(names.lastName) };
  const save = async (): Promise<ErrorInfo | null> => {
    if (!isNeeded) return null;
    const result = await dispatch(updateProfile({ firstName: names.firstName.trim(), lastName: names.lastName.trim() }));
    if (result.meta.requestStatus === 'fulfilled') return null;
    const error = result.payload as ErrorInfo;
    // If an identity provider manages the profile, messages use the name from there.
    return error.code === 'forbidden_by_federation' ? null : error;
  };
  return {
    isNeeded,
    names,
    set: (name: keyof typeof names) => (value: string) => setNames((current) => ({ ...current, [name]: value })),
    problems,
    isMissing: isNeeded && (problems.firstName !== null || problems.lastName !== null),
    save,
  };
}

export type SenderNameState = ReturnType<typeof useSenderName>;
