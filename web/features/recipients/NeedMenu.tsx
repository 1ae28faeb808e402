import { Check, ChevronDown, Eye, Files, PenLine } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { needs, type Need } from '#web/entities/people/needs.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import styles from './recipients.module.scss';

const signs = { signer: PenLine, approver: Check, viewer: Eye, copy: Files } as const satisfies Record<Need, unknown>;

interface NeedMenuProps {
  name: string;
  value: Need;
  /** Null where it can't be changed. */
  onChange: ((need: Need) => void) | null;
}

/** What a person does, beside their name, and the choice of something else. */
export function NeedMenu({ name, value, onChange }: NeedMenuProps) {
  const { t } = useTranslation('recipients');
  if (onChange === null) return <span className={styles.contact}>{t(`needs.${value}`)}</span>;
  const label = t('said.needs', { name, needs: t(`needs.${value}`) });
  const actions = needs.filter((need) => need !== value).map((need) => ({ key: need, text: t(`needs.${need}`), icon: <Icon of={signs[need]} />, run: () => onChange(need) }));
  return (
    <Menu label={label} actions={actions}>
      <Button look="quiet" className={styles.need} aria-label={label} icon={<Icon of={signs[value]} size={16} />}>
        {t(`needs.${value}`)}
        <Icon of={ChevronDown} size={16} />
      </Button>
    </Menu>
  );
}
