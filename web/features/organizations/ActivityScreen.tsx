import { Ban, CircleCheck, Clock, Download, Hourglass, type LucideIcon, Send, Settings, ShieldCheck, Undo2, UserMinus, UserPlus, Users } from 'lucide-react';
import type { TFunction } from 'i18next';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { activityKinds, type ActivityEntry, type ActivityKind } from '#contract/entities/activity.ts';
import type { Organization } from '#contract/entities/organization.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { saveAs } from '#web/services/api/bodies.ts';
import { csvFile } from '#web/services/downloads/csv.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { Icon } from '#web/ui/Icon.tsx';
import { personName } from '#web/ui/initials.ts';
import { Item, ItemList } from '#web/ui/ItemList.tsx';
import { Moment } from '#web/ui/Moment.tsx';
import { Section, Stack } from '#web/ui/Section.tsx';
import { Select } from '#web/ui/Select.tsx';
import { Skeleton } from '#web/ui/Skeleton.tsx';
import { OrganizationFrame } from './OrganizationFrame.tsx';
import { fetchForExport, useActivity, type ActivityFilter } from './use-activity.ts';
import styles from './organizations.module.scss';

const signs: Record<ActivityKind, LucideIcon> = {
  sent: Send, completed: CircleCheck, declined: Ban, expired: Clock, canceled: Ban, approval_requested: Hourglass, approved: CircleCheck, returned: Undo2,
  invited: UserPlus, joined: UserPlus, left: UserMinus, removed: UserMinus, admin_made: ShieldCheck, admin_canceled: ShieldCheck,
  team_created: Users, team_changed: Users, team_deleted: Users, settings_changed: Settings,
};

/** Stands for "all" in a choice. */
const ALL = '';

/** /organization/{id}/activity: what was done in it, by whom and when. */
const ActivityScreen = () => (
  <OrganizationFrame>{(organization) => <Activity key={organization.id} organization={organization} />}</OrganizationFrame>
);

/** The filter is in the address, so that it can be shared and gone back to. */
function useFilter() {
  const [params, setParams] = useSearchParams();
  const of = (name: string): string | undefined => params.get(name) ?? undefined;
  const kind = activityKinds.find((each) => each === params.get('kind'));
  const filter: ActivityFilter = { userId: of('person'), teamId: of('team'), kind };
  const change = (name: 'person' | 'team' | 'kind', value: string): void => setParams((old) => {
    const next = new URLSearchParams(old);
    if (value === ALL) next.delete(name);
    else next.set(name, value);
    return next;
  }, { replace: true });
  return { filter, change };
}

const Activity = ({ organization }: { organization: Organization }) => {
  const { t } = useTranslation('organizations');
  const { filter, change } = useFilter();
  const { entries, error, isLoading, reload, more } = useActivity(organization.id, filter);
  const exporting = useExport(organization, filter);
  const exportButton = <Button icon={<Icon of={Download} />} isPending={exporting.busy} onPress={() => void exporting.save(null)}>{t('activity.export')}</Button>;
  return (
    <Section title={t('activity.title')} text={t('activity.text')} actions={exportButton}>
      <Stack>
        <div className={styles.filters}>
          <Select
            label={t('activity.person')}
            options={[{ key: ALL, text: t('activity.everybody') }, ...organization.members.filter(({ status }) => status === 'active').map((each) => ({ key: each.id, text: personName(each) }))]}
            value={filter.userId ?? ALL}
            onChange={(id) => change('person', id)}
          />
          {organization.teams.length > 0 ? (
            <Select
              label={t('activity.team')}
              options={[{ key: ALL, text: t('activity.allTeams') }, ...organization.teams.map(({ id, name }) => ({ key: id, text: name }))]}
              value={filter.teamId ?? ALL}
              onChange={(id) => change('team', id)}
            />
          ) : null}
          <Select
            label={t('activity.kindOf')}
            options={[{ key: ALL, text: t('activity.allKinds') }, ...activityKinds.map((key) => ({ key, text: t(`activity.kind.${key}`) }))]}
            value={filter.kind ?? ALL}
            onChange={(kind) => change('kind', kind)}
          />
        </div>
        <ExportNotice {...exporting} />
        {error ? <Banner meaning="negative" actions={<Button onPress={reload}>{t('tryAgain')}</Button>}>{errorText(error, t('failed'))}</Banner> : null}
        {entries === null && !error ? <Skeleton height="240px" /> : null}
        {entries?.length === 0 ? <EmptyState icon={Clock} title={t('activity.empty')} /> : null}
        {entries !== null && entries.length > 0 ? (
          <ItemList label={t('activity.title')}>
            {entries.map((entry) => <Entry key={entry.id} entry={entry} />)}
          </ItemList>
        ) : null}
        {more ? <Button isPending={isLoading} onPress={() => void more()}>{t('activity.more')}</Button> : null}
      </Stack>
    </Section>
  );
};

/** Whoever did it; the installation if nobody did. */
const actorName = ({ actor, actorGone }: ActivityEntry, t: TFunction<'organizations'>): string => (actor ? personName(actor) : t(actorGone ? 'activity.gone' : 'activity.nobody'));

const Entry = ({ entry }: { entry: ActivityEntry }) => {
  const { t } = useTranslation('organizations');
  const { kind, at, member, transaction } = entry;
  const who = [actorName(entry, t), member ? t('activity.about', { name: personName(member) }) : null].filter(Boolean).join(' · ');
  return (
    <Item
      sign={<Icon of={signs[kind]} size={24} />}
      title={
        <>
          {t(`activity.kind.${kind}`)}
          {transaction === null ? null : ': '}
          {transaction === null ? null : transaction.title === null ? t('activity.hidden') : <Link to={fillPath(routes.transaction, { id: transaction.id })}>{transaction.title}</Link>}
        </>
      }
      detail={who}
      state={<Moment at={at} />}
    />
  );
};

/** Exports what the filter finds, also what is not shown yet: of a long history, one file after another. */
function useExport({ id, name }: Organization, filter: ActivityFilter) {
  const { t } = useTranslation('organizations');
  const act = useAsyncAction();
  const [cut, setCut] = useState<{ of: string; after: string; number: number } | null>(null);
  const of = JSON.stringify(filter);
  const save = async (after: string | null): Promise<void> => {
    const exported = await act.ask(() => fetchForExport(id, filter, after));
    if (!exported) return;
    const { entries, lastKey } = exported;
    const head = [t('activity.column.time'), t('activity.kindOf'), t('activity.person'), t('activity.column.email'), t('activity.column.about'), t('activity.column.request')];
    saveAs(csvFile([head, ...entries.map((each) => [
      each.at, t(`activity.kind.${each.kind}`), actorName(each, t), each.actor?.email ?? '', each.member ? personName(each.member) : '', each.transaction?.title ?? '',
    ])]), t('activity.fileName', { name }));
    setCut(lastKey === null ? null : { of, after: lastKey, number: entries.length });
  };
  return { save, busy: act.busy, error: act.error, cut: cut?.of === of ? cut : null };
}

/** What became of an export: that it failed, or that there is more than one file holds. */
const ExportNotice = ({ save, busy, error, cut }: ReturnType<typeof useExport>) => {
  const { t, i18n } = useTranslation('organizations');
  if (error) return <Banner meaning="negative">{errorText(error, t('failed'))}</Banner>;
  if (cut === null) return null;
  const older = <Button isPending={busy} onPress={() => void save(cut.after)}>{t('activity.exportOlder')}</Button>;
  return <Banner meaning="attention" actions={older}>{t('activity.exportCut', { number: new Intl.NumberFormat(i18n.language).format(cut.number) })}</Banner>;
};

export default ActivityScreen;
