import { Plus, SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { PersonEntry } from './PersonEntry.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import { draftOf, written } from './recipient-draft.ts';
import styles from './recipients.module.scss';

interface AddPersonFormProps {
  others: readonly Contact[];
  /** Whether the list is empty, so that the first input takes the focus. */
  isFirst: boolean;
  onAdd: (person: RecipientInput) => void;
  /** Opens the dialog with all options of a signer. */
  onMore: (start: RecipientDraft) => void;
}

/** Inline form for name and address of the next person; Enter adds them. */
export function AddPersonForm({ others, isFirst, onAdd, onMore }: AddPersonFormProps) {
  const { t } = useTranslation('recipients');
  const [draft, setDraft] = useState<RecipientDraft>(() => draftOf(undefined));
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const { allowPhone } = useContactRules();
  const problems = problemsOf(draft, { others, allowPhone });
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
      <PersonEntry draft={draft} onDraft={setDraft} problems={tried ? problems : {}} others={others} autoFocus={isFirst} nameRef={first} />
      <div className={styles.actions}>
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
