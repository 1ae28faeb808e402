import { useTranslation } from 'react-i18next';
import type { DraftLocks, LockablePart } from '#contract/entities/template-lock.ts';

/** Why a part of a draft can't be changed; null for what can. */
export function useLocks(locks: DraftLocks | null): (part: LockablePart) => string | null {
  const { t } = useTranslation('sending');
  return (part) => (locks?.parts.includes(part) ? t(`locked.${part}`) : null);
}
