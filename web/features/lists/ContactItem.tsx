import { MoreHorizontal, Pencil, Trash2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/contact.ts';
import { shownPhone } from '#contract/entities/phone-number.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Highlight } from '#web/ui/Highlight.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item } from '#web/ui/ItemList.tsx';
import { Menu } from '#web/ui/Menu.tsx';

interface ContactItemProps {
  contact: Contact;
  search: string;
  onEdit(): void;
  onDelete(): void;
}

/** A contact with their addresses and what can be done with it. */
export const ContactItem = ({ contact, search, onEdit, onDelete }: ContactItemProps) => {
  const { t } = useTranslation('contacts');
  const name = personName(contact);
  // Without a name the address is the title.
  const addresses = [contact.email, contact.phone && shownPhone(contact.phone)].filter((each) => each !== null && each !== name);
  return (
    <Item
      sign={<Avatar person={contact} size="medium" />}
      title={<Highlight text={name} search={search} />}
      detail={addresses.length > 0 ? <Highlight text={addresses.join(' · ')} search={search} /> : null}
      actions={
        <Menu
          label={t('actsOf', { name })}
          actions={[
            { key: 'edit', text: t('edit'), icon: <Icon of={Pencil} />, run: onEdit },
            { key: 'delete', text: t('delete'), icon: <Icon of={Trash2} />, negative: true, run: onDelete },
          ]}
        >
          <IconButton label={t('actsOf', { name })} plainName icon={<Icon of={MoreHorizontal} />} />
        </Menu>
      }
    />
  );
};
