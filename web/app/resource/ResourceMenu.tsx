import { History, MoreHorizontal, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { pathsOf } from '#web/entities/sharing/resource.ts';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import type { MenuAction } from '#web/ui/Menu.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { useKeepAction } from './use-keep-action.tsx';

interface ResourceMenuProps {
  resource: Resource;
  /** Whether this person may see the participants. */
  maySeeSharing: boolean;
  maySeeInsights: boolean;
  /** Whether it opens without the server, if it is kept on this device. */
  mayKeep?: boolean;
  /** Additional actions. */
  more?: readonly MenuAction[];
}

/** Menu with the sub-screens of a resource. */
export function ResourceMenu({ resource, maySeeSharing, maySeeInsights, mayKeep = true, more = [] }: ResourceMenuProps) {
  const { t } = useTranslation('sharing');
  const navigate = useNavigate();
  const paths = pathsOf(resource);
  const keep = useKeepAction(resource);
  const actions: MenuAction[] = [
    ...(maySeeSharing ? [{ key: 'sharing', text: t('parts.sharing'), icon: <Icon of={Users} />, run: () => void navigate(paths.sharing) }] : []),
    ...(maySeeInsights ? [{ key: 'insights', text: t('parts.insights'), icon: <Icon of={History} />, run: () => void navigate(paths.insights) }] : []),
    ...more,
    ...(mayKeep ? keep : []),
  ];
  if (actions.length === 0) return null;
  return (
    <Menu label={t('parts.more')} actions={actions}>
      <IconButton label={t('parts.more')} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
}
