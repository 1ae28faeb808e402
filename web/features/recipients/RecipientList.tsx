import { ChevronDown, ChevronUp, GripVertical, MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import { besides, join, moveBy, moveTo, placeBefore } from '#web/entities/people/recipient-order.ts';
import { listOf } from '#web/services/i18n/joined.ts';
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
  /** `moved`: the index of the person who was moved, in the order before. */
  onOrder: (recipients: RecipientInput[], moved: number) => void;
}

export const keyOf = (person: RecipientInput | undefined): string => person?.id ?? person?.email ?? person?.phone ?? '';

/** Recipients in signing order; sortable by pointer or keyboard. Whoever is dropped on another is asked at the same time. */
export function RecipientList(props: RecipientListProps) {
  const { recipients, owner, onOrder } = props;
  const { t, i18n } = useTranslation('recipients');
  const places = placesOf(recipients);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onMove: ({ keys, target }) => {
      const [key] = keys;
      const from = recipients.findIndex((each) => keyOf(each) === key);
      const over = recipients.findIndex((each) => keyOf(each) === target.key);
      const other = recipients[over];
      if (from < 0 || !other) return;
      const to = target.dropPosition === 'before' ? over : over + 1;
      onOrder(target.dropPosition === 'on' ? join(recipients, from, other) : moveTo(recipients, from, from < to ? to - 1 : to), from);
    },
  });
  const rowName = (person: RecipientInput, index: number): string => {
    const others = besides(recipients, index).map(personName);
    const words = { name: personName(person), place: places[index], names: listOf(others, i18n.language) };
    return t(others.length > 0 ? 'rowTogether' : 'row', words);
  };
  if (recipients.length === 0) return null;
  return (
    <GridList className={styles.list} aria-label={t('order')} dragAndDropHooks={dragAndDropHooks} selectionMode="none">
      {recipients.map((person, index) => (
        <GridListItem key={keyOf(person)} id={keyOf(person)} textValue={rowName(person, index)} className={styles.item} {...(besides(recipients, index).length > 0 ? { 'data-together': true } : {})}>
          <AriaButton slot="drag" className={styles.grip} aria-label={t('drag', { name: personName(person) })}>
            <Icon of={GripVertical} size={16} />
          </AriaButton>
          <span className={styles.place}>{places[index]}</span>
          <Avatar person={person} colorIndex={index} size="medium" />
          <span className={styles.who}>
            <span className={styles.name}>
              {personName(person)}
              {sameContact(person, owner) ? <span className={styles.me}>{t('me')}</span> : null}
              {person.inPerson ? <span className={styles.me}>{t('inPersonTag')}</span> : null}
              {person.identityRequirements && person.identityRequirements.length > 0 ? <span className={styles.me}>{t('identityTag')}</span> : null}
            </span>
            {person.firstName || person.lastName ? (
              <span className={styles.contact}>{contactText(person)}</span>
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

function RowMenu({ recipients, onEdit, onRemove, onOrder, index, person }: RowMenuProps) {
  const { t, i18n } = useTranslation('recipients');
  const name = personName(person);
  const before = placeBefore(recipients, index);
  const isAlone = besides(recipients, index).length === 0;
  const [first] = before;
  return (
    <Menu
      label={t('actsOf', { name })}
      actions={[
        { key: 'edit', text: t('edit'), icon: <Icon of={Pencil} />, run: () => onEdit(index) },
        { key: 'up', text: t('earlier'), icon: <Icon of={ChevronUp} />, isDisabled: isAlone && !first, run: () => onOrder(moveBy(recipients, index, -1), index) },
        {
          key: 'down',
          text: t('later'),
          icon: <Icon of={ChevronDown} />,
          isDisabled: isAlone && index === recipients.length - 1,
          run: () => onOrder(moveBy(recipients, index, 1), index),
        },
        ...(first ? [{ key: 'together', text: t('together', { names: listOf(before.map(personName), i18n.language) }), icon: <Icon of={Users} />, run: () => onOrder(join(recipients, index, first), index) }] : []),
        { key: 'remove', text: t('remove'), icon: <Icon of={Trash2} />, negative: true, run: () => onRemove(index) },
      ]}
    >
      <IconButton label={t('actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
}
