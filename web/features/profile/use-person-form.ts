import { useState } from 'react';
import type { Profile } from '#contract/entities/profile.ts';
import { nameProblem, type NameProblem } from '#web/entities/profile/own-name.ts';
import { updateProfile } from '#web/entities/profile/profile.requests.ts';
import { selectRequest } from '#web/entities/requests/requests.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';

interface PersonValues {
  firstName: string;
  lastName: string;
  country: string;
  company: string;
}

const personValues = (profile: Profile | null): PersonValues => ({
  firstName: profile?.firstName ?? '',
  lastName: profile?.lastName ?? '',
  country: profile?.country ?? '',
  company: profile?.company ?? '',
});

/** First and last name are required and must be valid; country and company may be empty (document 2 §5.3). */
export const personProblems = ({ firstName, lastName }: PersonValues): Record<'firstName' | 'lastName', NameProblem | null> => ({
  firstName: nameProblem(firstName),
  lastName: nameProblem(lastName),
});

/** Converts to request values: trimmed, empty texts as null. */
export const personChanges = ({ firstName, lastName, country, company }: PersonValues) => ({
  firstName: firstName.trim(),
  lastName: lastName.trim(),
  country: country || null,
  company: company.trim() || null,
});

/** The form for personal details, in the profile and in the name dialog. */
export const usePersonForm = (profile: Profile | null, onSaved: () => void) => {
  const dispatch = useAppDispatch();
  const [values, setValues] = useState(() => personValues(profile));
  const [tried, setTried] = useState(false);
  const { status, error } = useAppSelector((state) => selectRequest(state, updateProfile.typePrefix));
  const problems = personProblems(values);

  const save = async () => {
    setTried(true);
    if (problems.firstName || problems.lastName) return;
    const result = await dispatch(updateProfile(personChanges(values)));
    if (result.meta.requestStatus === 'fulfilled') onSaved();
  };
  return {
    values,
    set: (name: keyof PersonValues) => (value: string) => setValues((current) => ({ ...current, [name]: value })),
    problems: tried ? problems : { firstName: null, lastName: null },
    pending: status === 'pending',
    error,
    save,
  };
};
