import { FileSpreadsheet } from 'lucide-react';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Bulk } from '#contract/entities/bulk.ts';
import type { Field } from '#contract/entities/field.ts';
import { columnNameOf } from '#contract/entities/list-values.ts';
import type { RecipientInput } from '#contract/entities/recipient.ts';
import { counts } from '#contract/limits/counts.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useNeedsSendApproval } from '#web/entities/organizations/use-needs-send-approval.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { call } from '#web/services/api/call.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { listOf } from '#web/services/i18n/joined.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { useRoleNames } from '#web/entities/people/use-role-names.ts';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { FileButton } from '#web/ui/FileButton.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Page } from '#web/ui/Page.tsx';
import type { Progress } from '#web/ui/progress.ts';
import { useProgress } from '#web/ui/progress.ts';
import { ProgressBar } from '#web/ui/ProgressBar.tsx';
import { SectionActions, Section, Stack } from '#web/ui/Section.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { isSendable, type BulkPerson } from './bulk-people.ts';
import { ColumnsNotice } from './ColumnsNotice.tsx';
import { fillableByName } from './list-columns.ts';
import { hasUnassignedRecipient } from './bulk-rules.ts';
import { PeoplePreview } from './PeoplePreview.tsx';
import { usePeopleFile } from './use-people-file.ts';
import styles from './bulk.module.scss';

interface BulkSource {
  readonly type: Bulk['sourceType'];
  readonly id: string;
  readonly name: string;
  readonly recipients: readonly RecipientInput[];
  /** Of all documents. */
  readonly fields: readonly Field[];
}

const lists = ['text/csv', '.csv', '.txt'] as const;

const cell = (text: string): string => (/[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

/** A list with one person, and a column for each field that it can fill. */
const sampleList = (columns: string, names: readonly string[]): string =>
  `${[columns, ...names.map(cell)].join(',')}\r\nAda,Byron,ada@example.org${','.repeat(names.length)}\r\n`;

/** /template/{id}/use_bulk and /transaction/{id}/use_bulk: sends the same documents to many people, each in a transaction of their own. */
export const UseBulkScreen = ({ source, backTo }: { source: BulkSource; backTo: string }) => {
  const { t } = useTranslation('bulk');
  const back = <LinkButton to={backTo}>{t('back')}</LinkButton>;
  // Said before they make a list that the server would refuse.
  const isRefused = useNeedsSendApproval();
  if (isRefused) {
    return (
      <div className={styles.screen}>
        <EmptyState level={1} icon={FileSpreadsheet} title={t('use.title')} actions={back}>{errorText({ code: 'send_approval_required' }, t('failed'))}</EmptyState>
      </div>
    );
  }
  return (
    <div className={styles.screen}>
      {hasUnassignedRecipient(source.recipients) ? (
        <Page title={t('use.title')} text={t('use.text', { name: source.name })}>
          <Import source={source} backTo={backTo} />
        </Page>
      ) : (
        <EmptyState level={1} icon={FileSpreadsheet} title={t(source.type === 'template' ? 'use.noPlaceTemplateTitle' : 'use.noPlace')} actions={back}>
          {t(source.type === 'template' ? 'use.noPlaceTemplate' : 'use.noPlaceTransaction')}
        </EmptyState>
      )}
    </div>
  );
};

const Import = ({ source, backTo }: { source: BulkSource; backTo: string }) => {
  const { t, i18n } = useTranslation('bulk');
  const fixed = useMemo(() => source.recipients.flatMap(({ email }) => email ?? []), [source.recipients]);
  const list = usePeopleFile(fixed, source.fields);
  const names = useMemo(() => [...fillableByName(source.fields).values()].flatMap(([first]) => (first ? [columnNameOf(first)] : [])), [source.fields]);
  const [name, setName] = useState(source.name);
  const { shown } = useRoleNames();
  const role = source.recipients.find(({ email, phone }) => !email && !phone)?.role;
  const sample = (): void => saveAs(new Blob([sampleList(t('use.columns'), names)], { type: 'text/csv' }), 'people.csv');
  return (
    <Stack>
      <TextField label={t('name')} value={name} maxLength={lengths.title} onChange={setName} error={name.trim() === '' ? t('nameMissing') : undefined} />
      {role ? <p>{t('use.role', { role: shown(role) })}</p> : null}
      <Section title={t('use.people')} text={t('use.how', { count: counts.bulkRecipients, formatted: new Intl.NumberFormat(i18n.language).format(counts.bulkRecipients) })}>
        {names.length > 0 ? <p>{t('use.fields', { names: listOf(names, i18n.language) })}</p> : null}
        <SectionActions>
          <FileButton look={list.file ? 'plain' : 'primary'} icon={<Icon of={FileSpreadsheet} />} accepted={lists} allowsMultiple={false} isPending={list.reading} onFiles={([file]) => file && void list.read(file, file.name)}>
            {t(list.file ? 'use.chooseOther' : 'use.choose')}
          </FileButton>
          <Button look="quiet" onPress={sample}>
            {t('use.sample')}
          </Button>
        </SectionActions>
        {list.reading ? <Reading progress={list.progress} onStop={list.stop} /> : null}
        {list.unreadable ? <Banner meaning="negative">{t('use.unreadable')}</Banner> : null}
      </Section>
      {list.file && !list.reading ? <ColumnsNotice columns={list.file.columns} /> : null}
      {list.file && !list.reading ? <PeoplePreview file={list.file} /> : null}
      <SendBar source={source} name={name.trim()} people={list.reading ? null : (list.file?.people ?? null)} backTo={backTo} />
    </Stack>
  );
};

const Reading = ({ progress, onStop }: { progress: Progress; onStop: () => void }) => {
  const { t } = useTranslation('bulk');
  return (
    <div className={styles.reading}>
      <ProgressBar label={t('use.reading')} value={useProgress(progress) ?? 0} />
      <Button onPress={onStop}>{t('use.stop')}</Button>
    </div>
  );
};

interface SendBarProps {
  source: BulkSource;
  name: string;
  people: readonly BulkPerson[] | null;
  backTo: string;
}

/** Sends to people without problems. If the server rejects it, the reason is shown and nothing changes. */
const SendBar = ({ source, name, people, backTo }: SendBarProps) => {
  const { t } = useTranslation('bulk');
  const navigate = useNavigate();
  const act = useAsyncAction();
  const good = people?.filter(isSendable) ?? [];
  const send = async (): Promise<void> => {
    const recipients = good.map(({ email, firstName, lastName, values }) => ({ email, firstName, lastName, ...(Object.keys(values).length > 0 && { values }) }));
    const made = await act.ask(() => call('bulks.create', { body: { name, sourceType: source.type, sourceId: source.id, recipients } }));
    if (made) await navigate(fillPath(routes.bulk, { id: made.id }));
  };
  return (
    <>
      {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      <SectionActions>
        <LinkButton to={backTo}>{t('back')}</LinkButton>
        <Button look="primary" isPending={act.busy} isDisabled={good.length === 0 || name === ''} onPress={() => void send()}>
          {good.length > 0 ? t('use.send', { count: good.length }) : t('use.sendNobody')}
        </Button>
      </SectionActions>
    </>
  );
};
