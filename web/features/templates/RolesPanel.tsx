import { ChevronDown, ChevronUp, MoreHorizontal, Pencil, Plus, Trash2, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSigner, participationOf, type RecipientInput } from '#contract/entities/recipient.ts';
import { placesOf } from '#contract/entities/signing-order.ts';
import { stopsSigning } from '#web/entities/people/needs.ts';
import { contactText, fullName } from '#web/entities/people/person-draft.ts';
import { besides, join, moveBy, placeBefore, settled } from '#web/entities/people/recipient-order.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { announce } from '#web/ui/announce.ts';
import { Avatar } from '#web/ui/Avatar.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { IconButton } from '#web/ui/IconButton.tsx';
import { Menu } from '#web/ui/Menu.tsx';
import { RoleDialog } from './RoleDialog.tsx';
import styles from './templates.module.scss';

export interface RolesChange {
  recipients: RecipientInput[];
  /** The recipient whose fields must follow: before and after the change (null if removed). */
  replaced?: { from: RecipientInput; to: RecipientInput | null };
  /** Whether that role signs no longer, so that somebody has to decide about its fields. */
  leavesFields?: boolean;
}

interface RolesPanelProps {
  recipients: RecipientInput[];
  error?: string | undefined;
  onChange: (change: RolesChange) => void;
}

const roleOf = ({ role }: RecipientInput): string => role ?? '';

/** The roles of a template, in signing order. */
export function RolesPanel({ recipients, error, onChange }: RolesPanelProps) {
  const { t } = useTranslation('templates');
  const { t: ordering, i18n } = useTranslation('recipients');
  const { shown } = useRoleNames();
  const places = placesOf(recipients);
  const namesOf = (people: readonly RecipientInput[]): string => listOf(people.map((each) => shown(roleOf(each))), i18n.language);
  const [open, setOpen] = useState<number | 'new' | null>(null);
  const edited = typeof open === 'number' ? recipients[open] : undefined;
  const save = (next: RecipientInput): void => {
    setOpen(null);
    if (edited) onChange({ recipients: recipients.map((each) => (each === edited ? next : each)), replaced: { from: edited, to: next }, leavesFields: stopsSigning(edited, next) });
    else onChange({ recipients: [...recipients, next] });
    announce(t('roles.saved', { role: shown(roleOf(next)) }));
  };
  const remove = (gone: RecipientInput): void => {
    onChange({ recipients: settled(recipients.filter((each) => each !== gone)), replaced: { from: gone, to: null } });
    announce(t('roles.removed', { role: shown(roleOf(gone)) }));
  };
  return (
    <section className={styles.form} aria-label={t('roles.title')}>
      <h2 className={styles.heading}>{t('roles.title')}</h2>
      <p className={styles.quiet}>{t('roles.text')}</p>
      <ol className={styles.roles}>
        {recipients.map((each, index) => (
          <li key={roleOf(each)} value={places[index]} className={styles.item}>
            <Avatar person={{ firstName: shown(roleOf(each)) }} colorIndex={index} size="medium" />
            <span className={styles.who}>
              {shown(roleOf(each))}
              {isSigner(each) ? null : <span className={styles.contact}>{ordering(`needs.${participationOf(each)}`)}</span>}
              {besides(recipients, index).length > 0 ? <span className={styles.contact}>{ordering('together', { names: namesOf(besides(recipients, index)) })}</span> : null}
              {contactText(each) ? <span className={styles.contact}>{fullName(each) || contactText(each)}</span> : null}
            </span>
            <Menu
              label={t('roles.actsOf', { role: shown(roleOf(each)) })}
              actions={[
                { key: 'edit', text: t('roles.edit'), icon: <Icon of={Pencil} />, run: () => setOpen(index) },
                { key: 'up', text: t('roles.earlier'), icon: <Icon of={ChevronUp} />, isDisabled: index === 0 && besides(recipients, index).length === 0, run: () => onChange({ recipients: moveBy(recipients, index, -1) }) },
                { key: 'down', text: t('roles.later'), icon: <Icon of={ChevronDown} />, isDisabled: index === recipients.length - 1 && besides(recipients, index).length === 0, run: () => onChange({ recipients: moveBy(recipients, index, 1) }) },
                ...placeBefore(recipients, index).slice(0, 1).map((first) => ({
                  key: 'together', text: ordering('together', { names: namesOf(placeBefore(recipients, index)) }), icon: <Icon of={Users} />, run: () => onChange({ recipients: join(recipients, index, first) }),
                })),
                { key: 'remove', text: t('roles.remove'), icon: <Icon of={Trash2} />, negative: true, run: () => remove(each) },
              ]}
            >
              <IconButton label={t('roles.actsOf', { role: shown(roleOf(each)) })} plainName icon={<Icon of={MoreHorizontal} />} />
            </Menu>
          </li>
        ))}
      </ol>
      {error ? <p role="alert">{error}</p> : null}
      <Button icon={<Icon of={Plus} />} onPress={() => setOpen('new')}>
        {t('roles.add')}
      </Button>
      {open === null ? null : (
        <RoleDialog start={edited} others={recipients.filter((each) => each !== edited).map(roleOf)} onClose={() => setOpen(null)} onSave={save} />
      )}
    </section>
  );
}
