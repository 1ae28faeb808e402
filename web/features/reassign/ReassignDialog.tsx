import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isSigner, type Recipient } from '#contract/entities/recipient.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { sameContact } from '#contract/entities/common.ts';
import type { Contact } from '#contract/entities/common.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { splitName } from '#contract/person-names.ts';
import { errorText } from '#web/entities/error-text.ts';
import { contactOf, contactText, fullName, hasProblems } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { reassignRecipient } from '#web/entities/transactions/transactions.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { ReassignDraft, ReassignProblems } from './reassign-rules.ts';
import { reassignProblems, refusalProblems } from './reassign-rules.ts';
import styles from './reassign.module.scss';

interface ReassignDialogProps {
  transaction: Transaction;
  /** The recipient to replace. */
  recipient: Recipient;
  /** The signed-in person. */
  user: Contact;
  onClose: () => void;
  /** Called on success: the screen then shows the result and closes the dialog. Without it the dialog shows the result. */
  onReassigned?: (name: string) => void;
}

const empty: ReassignDraft = { name: '', contact: '', reason: '' };

/** Validates the input and sends it; keeps the input if the server rejects it. */
function useReassign({ transaction, recipient, user, onReassigned }: ReassignDialogProps) {
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { allowPhone } = useContactRules();
  const [reassignedTo, setReassignedTo] = useState<string | null>(null);
  const problems = reassignProblems(draft, { allowPhone, recipients: transaction.recipients.filter((each) => !each.removed), user });
  const submit = async (): Promise<void> => {
    setTried(true);
    if (hasProblems(problems) || problems.reason) return;
    setBusy(true);
    setError(null);
    const toUser = { ...splitName(draft.name), ...contactOf(draft.contact) };
    try {
      await dispatch(reassignRecipient({ id: transaction.id, fromUserId: recipient.id, toUser, reason: draft.reason.trim() })).unwrap();
      setReassignedTo(personName(toUser));
      onReassigned?.(personName(toUser));
    } catch (failure) {
      setError(failure as ErrorInfo);
      setBusy(false);
    }
  };
  const change = (part: Partial<ReassignDraft>): void => {
    setDraft((old) => ({ ...old, ...part }));
    setError(null);
  };
  const refused = refusalProblems(error?.code ?? '');
  const banner = Object.keys(refused).length > 0 ? null : error;
  return { draft, change, shown: { ...refused, ...(tried ? problems : {}) }, busy, error: banner, reassignedTo, submit };
}

/** Reassigns a recipient to another person, with a reason (document 2 §5.3). */
export function ReassignDialog(props: ReassignDialogProps) {
  const { recipient, user, onClose } = props;
  const { t } = useTranslation('reassign');
  const { draft, change, shown, busy, error, reassignedTo, submit } = useReassign(props);
  const own = sameContact(recipient, user);
  const name = personName(recipient);
  const signs = isSigner(recipient);
  const title = signs ? t('title', { name }) : t('instead.title', { name });
  const titleOwn = signs ? t('titleOwn') : t('instead.titleOwn');
  const textOwn = signs ? t('textOwn') : t('instead.textOwn');
  return (
    <FormDialog
      onClose={onClose}
      title={own ? titleOwn : title}
      closeLabel={t('close')}
      cancelText={t('back')}
      saveText={error ? t('tryAgain') : t('confirm')}
      isPending={busy}
      done={reassignedTo === null ? null : t(recipient.invitedAt && signs ? 'done' : 'doneLater', { name: reassignedTo })}
      onSubmit={() => void submit()}
    >
      <p className={styles.quiet}>{own ? textOwn : t('text', { name })}</p>
      <Fields draft={draft} shown={shown} others={props.transaction.recipients} onChange={change} />
      {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
}

interface FieldsProps {
  draft: ReassignDraft;
  shown: ReassignProblems;
  /** People who can't be selected. */
  others: readonly Contact[];
  onChange: (part: Partial<ReassignDraft>) => void;
}

function Fields({ draft, shown, others, onChange }: FieldsProps) {
  const { t } = useTranslation('reassign');
  const { t: people } = useTranslation('people');
  const { allowPhone, label, problem } = useContactRules();
  return (
    <>
      <ContactField
        label={label}
        allowPhone={allowPhone}
        autoFocus
        text={draft.contact}
        onTextChange={(contact) => onChange({ contact })}
        suggestions={useContactSuggestions(draft.contact, others)}
        onChoose={(person) => onChange({ contact: contactText(person), name: fullName(person) || draft.name })}
        error={problem(shown.contact)}
      />
      <TextField label={t('name')} hint={t('optional')} autoComplete="off" value={draft.name} onChange={(name) => onChange({ name })} error={problem(shown.name)} />
      <TextArea
        label={t('reason')}
        help={t('reasonHelp')}
        isRequired
        value={draft.reason}
        onChange={(reason) => onChange({ reason })}
        error={shown.reason ? people(shown.reason, { count: lengths.reason }) : undefined}
      />
    </>
  );
}
