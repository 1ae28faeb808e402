import { ChevronDown, ChevronUp, GripVertical, MoreHorizontal, Pencil, Trash2, Users } from 'lucide-react';
import { Button as AriaButton, GridList, GridListItem, useDragAndDrop } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { sameContact } from '#contract/entities/common.ts';
import { participationOf, type RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import type { Need } from '#web/entities/people/needs.ts';
import { contactText } from '#web/entities/people/person-draft.ts';
import { besides, join, moveBy, moveTo, placeBefore } from '#web/entities/people/recipient-order.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu, type MenuAction } from '#web/ui/Menu.tsx';
import { NeedMenu } from './NeedMenu.tsx';
import styles from './recipients.module.scss';

interface RecipientListProps {
  recipients: RecipientInput[];
  owner: RecipientInput;
  onEdit: (index: number) => void;
  onRemove: (index: number) => void;
  onNeed: (index: number, need: Need) => void;
  /** `moved`: the index of the person who was moved, in the order before. */
  onOrder: (recipients: RecipientInput[], moved: number) => void;
  canOrder: boolean;
  /** Whether people can be removed, or asked for something else. */
  canRemove: boolean;
  /** The roles whose person can't be edited. */
  fixedRoles: readonly string[];
}

export const keyOf = (person: RecipientInput | undefined): string => person?.id ?? contactOf(person);
const contactOf = (person: RecipientInput | undefined): string => person?.email ?? person?.phone ?? '';

/**
 * Names of the rows. A person gets their id when the draft is saved for the first time, and an open menu of theirs must not close by
 * that; so who can be reached is named by their address, and the second with the same one by their place besides.
 */
function rowKeys(recipients: readonly RecipientInput[]): string[] {
  const names = recipients.map((each) => contactOf(each) || keyOf(each));
  return names.map((name, index) => (names.indexOf(name) === index ? name : `${name} ${index}`));
}

/** Recipients in signing order; sortable by pointer or keyboard. Whoever is dropped on another is asked at the same time. */
export function RecipientList(props: RecipientListProps) {
  const { recipients, owner, onOrder, canOrder } = props;
  const { t, i18n } = useTranslation('recipients');
  const places = placesOf(recipients);
  const rows = rowKeys(recipients);
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ 'text/plain': String(key) })),
    onMove: ({ keys, target }) => {
      const [key] = keys;
      const from = rows.indexOf(String(key));
      const over = rows.indexOf(String(target.key));
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
    <GridList className={styles.list} aria-label={t('order')} {...(canOrder ? { dragAndDropHooks } : {})} selectionMode="none">
      {recipients.map((person, index) => (
        <GridListItem key={rows[index]} id={rows[index] ?? ''} textValue={rowName(person, index)} className={styles.item} {...(besides(recipients, index).length > 0 ? { 'data-together': true } : {})}>
          {canOrder ? (
            <AriaButton slot="drag" className={styles.grip} aria-label={t('drag', { name: personName(person) })}>
              <Icon of={GripVertical} size={16} />
            </AriaButton>
          ) : null}
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
            <NeedMenu name={personName(person)} value={participationOf(person)} onChange={props.canRemove ? (need) => props.onNeed(index, need) : null} />
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

function RowMenu({ recipients, onEdit, onRemove, onOrder, canOrder, canRemove, fixedRoles, index, person }: RowMenuProps) {
  const { t, i18n } = useTranslation('recipients');
  const name = personName(person);
  const before = placeBefore(recipients, index);
  const isAlone = besides(recipients, index).length === 0;
  const [first] = before;
  const moves: MenuAction[] = [
    { key: 'up', text: t('earlier'), icon: <Icon of={ChevronUp} />, isDisabled: isAlone && !first, run: () => onOrder(moveBy(recipients, index, -1), index) },
    {
      key: 'down',
      text: t('later'),
      icon: <Icon of={ChevronDown} />,
      isDisabled: isAlone && index === recipients.length - 1,
      run: () => onOrder(moveBy(recipients, index, 1), index),
    },
    ...(first ? [{ key: 'together', text: t('together', { names: listOf(before.map(personName), i18n.language) }), icon: <Icon of={Users} />, run: () => onOrder(join(recipients, index, first), index) }] : []),
  ];
  const actions: MenuAction[] = [
    ...(fixedRoles.includes(person.role ?? '') ? [] : [{ key: 'edit', text: t('edit'), icon: <Icon of={Pencil} />, run: () => onEdit(index) }]),
    ...(canOrder ? moves : []),
    ...(canRemove ? [{ key: 'remove', text: t('remove'), icon: <Icon of={Trash2} />, negative: true, run: () => onRemove(index) }] : []),
  ];
  if (actions.length === 0) return null;
  return (
    <Menu
      label={t('actsOf', { name })}
      actions={actions}
    >
      <IconButton label={t('actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
    </Menu>
  );
}
