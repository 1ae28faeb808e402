import { Ban, Info, UserRoundPen } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import type { SigningDialog } from './SigningDialogs.tsx';

interface SigningMenuProps {
  /** Whether the sender allows reassigning. */
  mayReassign: boolean;
  /** Whether this person may decline. A host may not decline for the signer. */
  mayDecline: boolean;
  onAsk: (dialog: SigningDialog) => void;
}

/** Menu of secondary actions. */
export function SigningMenu({ mayReassign, mayDecline, onAsk }: SigningMenuProps) {
  const { t } = useTranslation('signing');
  const { t: passing } = useTranslation('reassign');
  const reassign = { key: 'reassign', text: passing('openOwn'), icon: <Icon of={UserRoundPen} />, run: () => onAsk('reassign') };
  const decline = { key: 'decline', text: t('decline.open'), icon: <Icon of={Ban} />, negative: true, run: () => onAsk('decline') };
  const actions = [
    { key: 'about', text: t('about'), icon: <Icon of={Info} />, run: () => onAsk('intro') },
    ...(mayReassign ? [reassign] : []),
    ...(mayDecline ? [decline] : []),
  ];
  return (
    <Menu label={t('more')} actions={actions}>
      <IconButton label={t('more')} plainName icon={<span aria-hidden>•••</span>} />
    </Menu>
  );
}
