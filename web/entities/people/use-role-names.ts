import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { signerRole } from '#contract/entities/recipient.ts';

interface RoleNames {
  /** Converts a stored role to display text. */
  shown: (role: string) => string;
  /** Converts typed text to a stored role. */
  stored: (written: string) => string;
}

/** `signer` is the word for a signer in the page's language. */
export const roleNames = (signer: string): RoleNames => {
  const isSigner = (text: string): boolean => [signerRole, signer.toLowerCase()].includes(text.trim().toLowerCase());
  return { shown: (role) => (role === signerRole ? signer : role), stored: (written) => (isSigner(written) ? signerRole : written.trim()) };
};

/** Translates the signer role; custom roles stay as written. */
export const useRoleNames = (): RoleNames => {
  const { t } = useTranslation('people');
  const signer = t('signer');
  return useMemo(() => roleNames(signer), [signer]);
};
