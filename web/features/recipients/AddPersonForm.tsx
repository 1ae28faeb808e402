import { Plus, SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { fullName, hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { Button } from '#web/ui/Button.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import { draftOf, written } from './recipient-draft.ts';
import styles from './recipients.module.scss';

interface AddPersonFormProps {
  others: readonly Contact[];
  /** Nobody is there yet: the cursor waits in the first field. */
  isFirst: boolean;
  onAdd: (person: RecipientInput) => void;
  /** Everything else that can be said of a signer is asked for in a dialog. */
  onMore: (start: RecipientDraft) => void;
}

/** Name and address of the next person, at hand; Enter adds them. */
export function AddPersonForm({ others, isFirst, onAdd, onMore }: AddPersonFormProps) {
  const { t } = useTranslation('recipients');
  const { t: problem } = useTranslation('people');
  const [draft, setDraft] = useState<RecipientDraft>(() => draftOf(undefined));
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const problems = problemsOf(draft, { others });
  const suggestions = useContactSuggestions(draft.contact, others);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hasProblems(problems)) {
      setTried(true);
      return;
    }
    onAdd(written(draft));
    setDraft(draftOf(undefined));
    setTried(false);
    first.current?.focus();
  };
  return (
    <form className={styles.form} noValidate aria-label={t('addTitle')} onSubmit={submit}>
      <TextField
        label={t('name')}
        name="name"
        autoComplete="off"
        autoFocus={isFirst}
        inputRef={first}
        value={draft.name}
        onChange={(name) => setDraft({ ...draft, name })}
        error={tried && problems.name ? problem(problems.name) : undefined}
      />
      <ContactField
        label={t('email')}
        text={draft.contact}
        onTextChange={(contact) => setDraft((old) => ({ ...old, contact }))}
        suggestions={suggestions}
        onChoose={(person) => setDraft((old) => ({ ...old, name: fullName(person) || old.name, contact: person.email ?? '' }))}
        error={tried && problems.contact ? problem(problems.contact) : undefined}
      />
      <div className={styles.acts}>
        <Button type="submit" icon={<Icon of={Plus} />}>
          {t('add')}
        </Button>
        <Button look="quiet" icon={<Icon of={SlidersHorizontal} />} onPress={() => onMore(draft)}>
          {t('moreOptions')}
        </Button>
      </div>
    </form>
  );
}
