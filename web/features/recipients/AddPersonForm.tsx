import { Plus, SlidersHorizontal } from 'lucide-react';
import { useRef, useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Contact } from '#contract/entities/common.ts';
import { hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { needs } from '#web/entities/people/needs.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useNeedOptions } from '#web/entities/people/use-need-options.ts';
import { Button } from '#web/ui/Button.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { Select } from '#web/ui/Select.tsx';
import { PersonEntry } from './PersonEntry.tsx';
import type { RecipientDraft } from './recipient-draft.ts';
import { draftOf } from './recipient-draft.ts';
import styles from './recipients.module.scss';

interface AddPersonFormProps {
  others: readonly Contact[];
  /** Who gets a copy. One of them may become a recipient, but nobody gets two. */
  copies: readonly Contact[];
  /** Whether the list is empty, so that the first input takes the focus. */
  isFirst: boolean;
  onAdd: (draft: RecipientDraft) => void;
  /** Opens the dialog with all options of a signer. */
  onMore: (start: RecipientDraft) => void;
}

/** Inline form for name and address of the next person; Enter adds them. */
export function AddPersonForm({ others: recipients, copies, isFirst, onAdd, onMore }: AddPersonFormProps) {
  const { t } = useTranslation('recipients');
  const [draft, setDraft] = useState<RecipientDraft>(() => draftOf(undefined));
  const [tried, setTried] = useState(false);
  const first = useRef<HTMLInputElement>(null);
  const choice = useNeedOptions();
  const { allowPhone } = useContactRules();
  const others = draft.need === 'copy' ? [...recipients, ...copies] : recipients;
  const problems = problemsOf(draft, { others, allowPhone });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (hasProblems(problems)) {
      setTried(true);
      return;
    }
    onAdd(draft);
    setDraft(draftOf(undefined));
    setTried(false);
    first.current?.focus();
  };
  return (
    <form className={styles.form} noValidate aria-label={t('addTitle')} onSubmit={submit}>
      <PersonEntry draft={draft} onDraft={setDraft} problems={tried ? problems : {}} others={others} autoFocus={isFirst} nameRef={first} />
      <Select label={choice.label} options={choice.of(needs)} value={draft.need ?? 'signer'} onChange={(need) => setDraft((old) => ({ ...old, need }))} />
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
