import { useTranslation } from 'react-i18next';
import { useDeployment } from '../deployment/use-deployment.ts';
import type { PersonProblem } from './person-draft.ts';

interface ContactRules {
  /** Whether a contact may be a phone number. */
  readonly allowPhone: boolean;
  /** Label of an input for a contact. */
  readonly label: string;
  /** Text of a problem beside its input. */
  readonly problem: (code: PersonProblem | undefined) => string | undefined;
}

/** What the inputs for a person accept, and their texts. */
export function useContactRules(): ContactRules {
  const { t } = useTranslation('people');
  const allowPhone = useDeployment()?.enablePhoneForLogin ?? false;
  const problem = (code: PersonProblem | undefined): string | undefined => {
    if (code === undefined) return undefined;
    return code === 'fields_empty' && allowPhone ? t('contact_empty') : t(code);
  };
  return { allowPhone, label: t(allowPhone ? 'contact' : 'email'), problem };
}
