import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';

/** The contract's name for the role of whoever just signs: a value, not a word for people. */
export const SIGNER = 'signer';

export interface RoleNames {
  /** A role as people read it. */
  shown: (role: string) => string;
  /** A role as it is stored, from what somebody wrote. */
  stored: (written: string) => string;
}

/** With what a signer is called in the language of the page. */
export const roleNames = (signer: string): RoleNames => {
  const isSigner = (text: string): boolean => [SIGNER, signer.toLowerCase()].includes(text.trim().toLowerCase());
  return { shown: (role) => (role === SIGNER ? signer : role), stored: (written) => (isSigner(written) ? SIGNER : written.trim()) };
};

/** People read the role of a signer in their language; a role that somebody named stays as they wrote it. */
export const useRoleNames = (): RoleNames => {
  const { t } = useTranslation('people');
  const signer = t('signer');
  return useMemo(() => roleNames(signer), [signer]);
};
