import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Template } from '#contract/entities/template.ts';
import type { Transaction } from '#contract/entities/transaction.ts';
import { mayWithTemplate } from '#contract/permissions/template.permissions.ts';
import { hasWayToSign, participationOf, type Participation } from '#contract/entities/recipient.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { splitName } from '#contract/person-names.ts';
import { actionErrorText } from '#web/entities/action-error-text.ts';
import type { PersonDraft, PersonProblems } from '#web/entities/people/person-draft.ts';
import { contactOf, contactText, fullName } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { selectUserId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { instantiateTemplate } from '#web/entities/templates/templates.requests.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { FormDialog } from '#web/ui/FormDialog.tsx';
import { Locked } from '#web/ui/Locked.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import type { RoleAssignments } from './role-assignments.ts';
import { assignmentProblems, initialAssignments } from './role-assignments.ts';
import styles from './templates.module.scss';

interface UseTemplateDialogProps {
  template: Template;
  onClose: () => void;
  onMade: (transaction: Transaction) => void;
}

/** Assigns people to the roles of a template and creates a draft from it. */
export function UseTemplateDialog({ template, onClose, onMade }: UseTemplateDialogProps) {
  const { t } = useTranslation('templates');
  const { name, setName, assignments, change, problems, fixed, busy, error, submit } = useInstantiation(template, onMade);
  return (
    <FormDialog
      onClose={onClose}
      title={t('use.title')}
      closeLabel={t('close')}
      size="large"
      cancelText={t('back')}
      saveText={t('use.confirm')}
      isPending={busy}
      onSubmit={() => void submit()}
    >
      <TextField label={t('name')} value={name} maxLength={lengths.title} onChange={setName} />
      {template.recipients.length === 0 ? <p className={styles.quiet}>{t('use.nobody')}</p> : null}
      {template.recipients.map((recipient) => (
        <RoleFields
          key={recipient.id}
          role={recipient.role}
          participation={participationOf(recipient)}
          isFixed={fixed.has(recipient.id)}
          draft={assignments[recipient.id] ?? { name: '', contact: '' }}
          problems={problems[recipient.id] ?? {}}
          onChange={(part) => change(recipient.id, part)}
        />
      ))}
      {error ? <Banner meaning="negative">{actionErrorText('useTemplate', error, t('failed'))}</Banner> : null}
    </FormDialog>
  );
}

interface RoleFieldsProps {
  role: string;
  participation: Participation;
  /** Whether the template names the person for good. */
  isFixed: boolean;
  draft: PersonDraft;
  problems: PersonProblems;
  onChange: (part: Partial<PersonDraft>) => void;
}

const nobody: readonly never[] = [];

function RoleFields({ role, participation, isFixed, draft, problems, onChange }: RoleFieldsProps) {
  const { t } = useTranslation('templates');
  const { t: people } = useTranslation('recipients');
  const { allowPhone, label, problem } = useContactRules();
  const { shown } = useRoleNames();
  const suggestions = useContactSuggestions(draft.contact, nobody);
  return (
    <fieldset className={styles.role}>
      <legend>{participation === 'signer' ? shown(role) : people('said.needs', { name: shown(role), needs: people(`needs.${participation}`) })}</legend>
      <Locked reason={isFixed ? t('locks.fixed') : null}>
        <div className={styles.pair}>
          <ContactField
            label={label}
          allowPhone={allowPhone}
            text={draft.contact}
            onTextChange={(contact) => onChange({ contact })}
            suggestions={suggestions}
            onChoose={(person) => onChange({ contact: contactText(person), name: fullName(person) || draft.name })}
            error={problem(problems.contact)}
          />
          <TextField
            label={t('person')}
            hint={t('optional')}
            autoComplete="off"
            value={draft.name}
            onChange={(name) => onChange({ name })}
            error={problem(problems.name)}
          />
        </div>
      </Locked>
    </fieldset>
  );
}

function useInstantiation(template: Template, onMade: (transaction: Transaction) => void) {
  const dispatch = useAppDispatch();
  const [name, setName] = useState(template.name);
  const [assignments, setAssignments] = useState<RoleAssignments>(() => initialAssignments(template.recipients));
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { allowPhone } = useContactRules();
  const problems = useMemo(() => assignmentProblems(template.recipients, assignments, allowPhone), [template.recipients, assignments, allowPhone]);
  const fixed = useFixedRoles(template);
  const change = (id: string, part: Partial<PersonDraft>): void =>
    setAssignments((old) => ({ ...old, [id]: { ...(old[id] ?? { name: '', contact: '' }), ...part } }));
  const submit = async (): Promise<void> => {
    setTried(true);
    if (Object.keys(problems).length > 0) return;
    setBusy(true);
    setError(null);
    const templateRolesData = template.recipients.filter(({ id }) => !fixed.has(id)).map(({ id, role }) => ({
      role, ...contactOf(assignments[id]?.contact ?? ''), ...splitName(assignments[id]?.name ?? ''),
    }));
    const transactionDetails = name.trim() ? { name: name.trim() } : {};
    try {
      onMade(await dispatch(instantiateTemplate({ id: template.id, templateRolesData, transactionDetails })).unwrap());
    } catch (failure) {
      setError(failure as ErrorInfo);
      setBusy(false);
    }
  };
  return { name, setName, assignments, change, problems: tried ? problems : {}, fixed, busy, error, submit };
}

/** The recipients whose person nobody but who may change the template can exchange. */
function useFixedRoles(template: Template): ReadonlySet<string> {
  const userId = useAppSelector(selectUserId) ?? '';
  return useMemo(() => {
    const isBound = template.lockedParts.includes('people') && !mayWithTemplate(template, userId, 'update');
    return new Set(isBound ? template.recipients.filter(hasWayToSign).map(({ id }) => id) : []);
  }, [template, userId]);
}
