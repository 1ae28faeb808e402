import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { checkAddress, fillPath, ownRoutes, routes } from '#contract/routes.ts';
import { areasIn } from '#web/entities/deployment/account-areas.ts';
import { useDeployment } from '#web/entities/deployment/use-deployment.ts';
import { allOrganizations, selectOrganizationsState } from '#web/entities/organizations/organizations.slice.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectOrgId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { useRecentTemplates } from '#web/entities/templates/use-recent-templates.ts';

export interface Command {
  key: string;
  text: string;
  run(): void;
}

const inLower = (text: string, language: string): string => text.toLocaleLowerCase(language).normalize('NFKD').replaceAll(/\p{Mn}/gu, '');

/** The commands whose text has every word of the query, in any order. Case and accents do not matter. */
export function matching(commands: readonly Command[], query: string, language: string): readonly Command[] {
  const words = inLower(query, language).split(/\s+/).filter(Boolean);
  return commands.filter(({ text }) => {
    const known = inLower(text, language);
    return words.every((word) => known.includes(word));
  });
}

/** Everything that can be opened or begun from anywhere, the most usual first. `showShortcuts` opens the list of keys. */
function useKnownCommands(showShortcuts: () => void): readonly Command[] {
  const { t } = useTranslation('commands');
  const { t: shell } = useTranslation('shell');
  const { t: settings } = useTranslation('settings');
  const navigate = useNavigate();
  const dispatch = useAppDispatch();
  const deployment = useDeployment();
  const organizations = allOrganizations(useAppSelector(selectOrganizationsState));
  const orgId = useAppSelector(selectOrgId);
  const templates = useRecentTemplates();
  const to = (key: string, text: string, path: string): Command => ({ key, text, run: () => void navigate(path) });
  const enter = (id: string | null, name: string): Command => ({
    key: `space ${id}`,
    text: t('switchTo', { name }),
    run: () => void Promise.resolve(navigate(routes.transactions)).then(() => dispatch(switchSpace(id))),
  });
  return [
    to('newRequest', t('newRequest'), routes.upload),
    ...templates.map(({ id, name }) => to(`template ${id}`, t('useTemplate', { name }), fillPath(routes.templateUse, { id }))),
    to('transactions', shell('areas.transactions'), routes.transactions),
    to('templates', shell('areas.templates'), routes.templates),
    to('files', shell('areas.files'), routes.files),
    ...(orgId === null ? [] : [to('approvals', t('approvals'), ownRoutes.sendApprovals)]),
    to('check', t('check'), checkAddress),
    ...areasIn(deployment).map(({ area, path }) => to(area, settings(`area.${area}`), path)),
    ...organizations.map(({ id, name }) => to(`organization ${id}`, name, fillPath(routes.organization, { id }))),
    ...(organizations.length > 0 && orgId !== null ? [enter(null, shell('ownSpace'))] : []),
    ...organizations.filter(({ id }) => id !== orgId).map(({ id, name }) => enter(id, name)),
    { key: 'shortcuts', text: t('shortcuts'), run: showShortcuts },
  ];
}

/** The commands for a query, and below them the searches for it. */
export function useCommands(query: string, showShortcuts: () => void): readonly Command[] {
  const { t, i18n } = useTranslation('commands');
  const navigate = useNavigate();
  const known = matching(useKnownCommands(showShortcuts), query, i18n.language);
  const text = query.trim();
  if (text === '') return known;
  const search = (key: 'searchRequests' | 'searchTemplates' | 'searchFiles', path: string): Command => ({
    key, text: t(key, { query: text }), run: () => void navigate(`${path}?${new URLSearchParams({ search: text })}`),
  });
  return [...known, search('searchRequests', routes.transactions), search('searchTemplates', routes.templates), search('searchFiles', routes.files)];
}
