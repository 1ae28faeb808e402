import { UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { Team } from '#contract/entities/organization.ts';
import type { NewParticipant, Participant } from '#contract/entities/sharing.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { errorText } from '#web/entities/error-text.ts';
import type { PersonDraft } from '#web/entities/people/person-draft.ts';
import { splitName } from '#contract/person-names.ts';
import { contactOf, contactText, fullName, hasProblems, problemsOf } from '#web/entities/people/person-draft.ts';
import { useContactRules } from '#web/entities/people/use-contact-rules.ts';
import { useContactSuggestions } from '#web/entities/people/use-contact-suggestions.ts';
import type { Resource } from '#web/entities/sharing/resource.ts';
import { shareResource } from '#web/entities/sharing/sharing.requests.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import type { ErrorInfo } from '#web/services/app-error.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ContactField } from '#web/ui/ContactField.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Menu } from '#web/ui/Menu.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextArea } from '#web/ui/TextArea.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import styles from './sharing.module.scss';

interface AddPeopleProps {
  resource: Resource;
  participants: readonly Participant[];
  /** Teams whose members can be added together. */
  teams: readonly Pick<Team, 'id' | 'name'>[];
  /** Whether this is the primary action, because no access request is pending. */
  isNext: boolean;
}

interface ShareDraft extends PersonDraft {
  readonly message: string;
}

const empty: ShareDraft = { name: '', contact: '', message: '' };

/** Shares with another person by address. The input stays if the server rejects it. */
export function AddPeople({ resource, participants, teams, isNext }: AddPeopleProps) {
  const { t } = useTranslation('sharing');
  const { allowPhone, label, problem } = useContactRules();
  const { draft, change, problems, busy, error, submit, addTeam } = useAdding(resource, participants);
  const suggestions = useContactSuggestions(draft.contact, participants);
  return (
    <section className={styles.section} aria-labelledby="sharing-add">
      <h2 id="sharing-add" className={styles.heading}>
        {t('add.title')}
      </h2>
      <p className={styles.quiet}>{t('add.role')}</p>
      <form className={styles.form} noValidate onSubmit={(event) => void submit(event)}>
        <div className={styles.pair}>
          <ContactField
            label={label}
        allowPhone={allowPhone}
            text={draft.contact}
            onTextChange={(contact) => change({ contact })}
            suggestions={suggestions}
            onChoose={(person) => change({ contact: contactText(person), name: fullName(person) || draft.name })}
            error={problem(problems.contact)}
          />
          <TextField
            label={t('add.name')}
            hint={t('optional')}
            autoComplete="off"
            value={draft.name}
            onChange={(name) => change({ name })}
            error={problem(problems.name)}
          />
        </div>
        <TextArea
          label={t('add.message')}
          hint={t('optional')}
          rows={2}
          maxLength={lengths.message}
          value={draft.message}
          onChange={(message) => change({ message })}
        />
        {error ? <Banner meaning="negative">{errorText(error, t('failed'))}</Banner> : null}
        <div className={styles.submit}>
          <Button look={isNext ? 'primary' : 'plain'} type="submit" icon={<Icon of={UserPlus} />} isPending={busy}>
            {t('add.confirm')}
          </Button>
          {teams.length > 0 ? (
            <Menu label={t('add.team')} actions={teams.map((team) => ({ key: team.id, text: team.name, icon: <Icon of={Users} />, run: () => void addTeam(team) }))}>
              <Button isDisabled={busy} icon={<Icon of={Users} />}>
                {t('add.team')}
              </Button>
            </Menu>
          ) : null}
        </div>
      </form>
    </section>
  );
}

function useAdding(resource: Resource, participants: readonly Participant[]) {
  const { t } = useTranslation('sharing');
  const dispatch = useAppDispatch();
  const [draft, setDraft] = useState(empty);
  const [tried, setTried] = useState(false);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<ErrorInfo | null>(null);
  const { allowPhone } = useContactRules();
  const problems = problemsOf(draft, { allowPhone, user: participants.find((each) => each.isOwner) ?? null, others: participants });
  const change = (part: Partial<ShareDraft>): void => setDraft((old) => ({ ...old, ...part }));
  const add = async (participant: Partial<NewParticipant>, name: string): Promise<boolean> => {
    setBusy(true);
    setError(null);
    try {
      await dispatch(shareResource({ resource, participants: [participant], message: draft.message.trim() })).unwrap();
      setTried(false);
      notify(t('add.done', { name }));
      return true;
    } catch (failure) {
      setError(failure as ErrorInfo);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setTried(true);
    if (hasProblems(problems)) return;
    const person = { ...contactOf(draft.contact), ...splitName(draft.name) };
    if (await add(person, personName(person))) setDraft(empty);
  };
  const addTeam = async ({ id, name }: Pick<Team, 'id' | 'name'>): Promise<void> => {
    if (await add({ type: 'team', id }, name)) change({ message: '' });
  };
  return { draft, change, problems: tried ? problems : {}, busy, error, submit, addTeam };
}
