import { useTranslation } from 'react-i18next';
import type { Field } from '#contract/entities/field.ts';
import { belongsTo } from '#contract/entities/field-list.ts';
import type { Recipient } from '#contract/entities/recipient.ts';
import { personName, recipientColor } from '#web/ui/initials.ts';
import styles from './held.module.scss';

interface HeldFieldsProps {
  page: number;
  fields: readonly Field[];
  recipients: readonly Recipient[];
}

/** Where something is to be filled in or signed, and by whom. */
export function HeldFields({ page, fields, recipients }: HeldFieldsProps) {
  const { t } = useTranslation('editor');
  const here = fields.filter((field) => field.page === page && !field.readonly);
  if (here.length === 0) return null;
  return (
    <ul className={styles.fields}>
      {here.map((field) => {
        const index = recipients.findIndex((each) => belongsTo(field, each));
        const recipient = recipients[index];
        const { x, y, width, height } = field.rect;
        const words = [t(`types.${field.type}`), recipient ? personName(recipient) : null].filter(Boolean).join(' · ');
        return (
          <li key={field.id} className={styles.field} title={words} style={{ left: `${x}%`, top: `${y}%`, width: `${width}%`, height: `${height}%`, borderColor: recipientColor(Math.max(index, 0)) }}>
            <span className="visually-hidden">{words}</span>
          </li>
        );
      })}
    </ul>
  );
}
