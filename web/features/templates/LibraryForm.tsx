import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { recipientInput, signerRole, type RecipientInput } from '#contract/entities/recipient.ts';
import { fitsLibrary } from '#contract/entities/template.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import styles from './templates.module.scss';

interface LibraryFormProps {
  isPublic: boolean;
  recipients: readonly RecipientInput[];
  owner: Contact;
  onChange: (isPublic: boolean) => void;
}

/** Publishes a template in the public library, if the library's rule is met. */
export function LibraryForm({ isPublic, recipients, owner, onChange }: LibraryFormProps) {
  const { t } = useTranslation('templates');
  const { shown } = useRoleNames();
  const fits = fitsLibrary(recipients.map((each) => recipientInput.parse(each)), owner);
  return (
    <section className={styles.form} aria-label={t('library.title')}>
      <h2 className={styles.heading}>{t('library.title')}</h2>
      <Checkbox isSelected={isPublic} isDisabled={!fits && !isPublic} help={fits ? t('library.publicHelp') : t('library.rule', { role: shown(signerRole) })} onChange={onChange}>
        {t('library.public')}
      </Checkbox>
    </section>
  );
}
