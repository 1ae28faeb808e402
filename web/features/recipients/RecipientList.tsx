import { ChevronDown, ChevronUp, GripVertical, MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import styles from './recipients.module.scss';

interface RecipientListProps {
  recipients: RecipientInput[];
  owner: RecipientInput;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  onMove: (from: number, to: number) => void;
}

const keyOf = (person: RecipientInput): string => person.id ?? person.email ?? person.phone ?? '';

/** Recipients in signing order; sortable by pointer or keyboard. */
export function RecipientList(props: RecipientListProps) {
  const { recipients, owner, onMove } = props;
  const { t } = useTranslation('recipients');
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onReorder: ({ keys, target }) => {
      const [key] = keys;
      const from = recipients.findIndex((each) => keyOf(each) === key);
      const over = recipients.findIndex((each) => keyOf(each) === target.key);
      if (from < 0 || over < 0) return;
      const to = target.dropPosition === 'before' ? over : over + 1;
      onMove(from, from < to ? to - 1 : to);
    },
  });
  if (recipients.length === 0) return null;
  return (
    <GridList className={styles.list} aria-label={t('order')} dragAndDropHooks={dragAndDropHooks} selectionMode="none">
      {recipients.map((person, index) => (
        <GridListItem key={keyOf(person)} id={keyOf(person)} textValue={personName(person)} className={styles.item}>
          <AriaButton slot="drag" className={styles.grip} aria-label={t('drag', { name: personName(person) })}>
            <Icon of={GripVertical} size={16} />
          </AriaButton>
          <span className={styles.place}>{index + 1}</span>
          <Avatar person={person} colorIndex={index} size="medium" />
          <span className={styles.who}>
            <span className={styles.name}>
              {personName(person)}
              {sameContact(person, owner) ? <span className={styles.me}>{t('me')}</span> : null}
              {person.inPerson ? <span className={styles.me}>{t('inPersonTag')}</span> : null}
              {person.identityRequirements && person.identityRequirements.length > 0 ? <span className={styles.me}>{t('identityTag')}</span> : null}
            </span>
            {person.firstName || person.lastName ? (
              <span className={styles.contact}>{person.email ?? person.phone}</span>
            ) : null}
          </span>
          <RowMenu {...props} index={index} person={person} />
        </GridListItem>
      ))}
    </GridList>
  );
}

interface RowMenuProps extends RecipientListProps {
  index: number;
  person: RecipientInput;
}

function RowMenu({ recipients, onEdit, onRemove, onMove, index, person }: RowMenuProps) {
  const { t } = useTranslation('recipients');
  const name = personName(person);
  return (
    <Menu
      label={t('actsOf', { name })}
      actions={[
        { key: 'edit', text: t('edit'), icon: <Icon of={Pencil} />, run: () => onEdit(index) },
        { key: 'up', text: t('earlier'), icon: <Icon of={ChevronUp} />, isDisabled: index === 0, run: () => onMove(index, index - 1) },
        {
          key: 'down',
          text: t('later'),
          icon: <Icon of={ChevronDown} />,
          isDisabled: index === recipients.length - 1,
          run: () => onMove(index, index + 1),
        },
        { key: 'remove', text: t('remove'), icon: <Icon of={Trash2} />, negative: true, run: () => onRemove(index) },
      ]}
    >
      <IconButton label={t('actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
}
