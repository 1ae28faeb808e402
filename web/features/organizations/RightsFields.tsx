import { useTranslation } from 'react-i18next';
import type { CreationRight, CreationRights } from '#contract/entities/organization.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { Stack } from '#web/ui/Section.tsx';

const rights: readonly CreationRight[] = ['createFiles', 'createTransactions', 'createTemplates', 'createBulks'];

interface RightsFieldsProps {
  value: CreationRights;
  isDisabled?: boolean;
  onChange: (value: CreationRights) => void;
}

/** Rights of participants to create resources. */
export const RightsFields = ({ value, isDisabled = false, onChange }: RightsFieldsProps) => {
  const { t } = useTranslation('organizations');
  return (
    <Stack>
      {rights.map((right) => (
        <Checkbox key={right} isSelected={value[right]} isDisabled={isDisabled} onChange={(on) => onChange({ ...value, [right]: on })}>
          {t(`right.${right}`)}
        </Checkbox>
      ))}
    </Stack>
  );
};
