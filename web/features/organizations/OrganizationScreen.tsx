import { useState } from 'react';
import type { FormEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { CreationRights, Organization } from '#contract/entities/organization.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { deleteOrganization, leaveOrganization, updateOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { SectionActions, Section, Stack } from '#web/ui/Section.tsx';
import { notify } from '#web/ui/snackbar.ts';
import { TextField } from '#web/ui/TextField.tsx';
import { BrandingSection } from './BrandingSection.tsx';
import { LogoField } from './LogoField.tsx';
import { OrganizationFrame } from './OrganizationFrame.tsx';
import { RightsFields } from './RightsFields.tsx';
import { SecuritySection } from './SecuritySection.tsx';
import { SendApprovalSection } from './SendApprovalSection.tsx';
import type { LoadedOrganization } from './use-organization.ts';
import styles from './organizations.module.scss';

/** /organization/{id}: name, logo, rights of participants, and its deletion. */
const OrganizationScreen = ({ storageOf }: { storageOf: (id: string) => ReactNode }) => (
  <OrganizationFrame>
    {(organization, loaded) => <Settings key={organization.id} organization={organization} may={loaded.may} storage={storageOf(organization.id)} />}
  </OrganizationFrame>
);

type PartProps = { organization: Organization } & Pick<LoadedOrganization, 'may'>;

const Settings = ({ organization, may, storage }: PartProps & { storage: ReactNode }) => (
  <>
    <Counts organization={organization} />
    <Identity organization={organization} may={may} />
    <BrandingSection organization={organization} may={may} />
    <SendApprovalSection organization={organization} may={may} />
    <SecuritySection organization={organization} may={may} />
    {storage}
    <End organization={organization} may={may} />
  </>
);

const counted = ['transaction', 'template', 'file', 'bulk', 'member'] as const;

/** Number of resources in the organization. */
const Counts = ({ organization: { resources } }: { organization: Organization }) => {
  const { t, i18n } = useTranslation('organizations');
  const number = new Intl.NumberFormat(i18n.language);
  return (
    <dl className={styles.counts}>
      {counted.map((kind) => (
        <div key={kind}>
          <dt>{t(`count.${kind}`)}</dt>
          <dd>{number.format(resources[kind])}</dd>
        </div>
      ))}
    </dl>
  );
};

const changedRights = (before: CreationRights, now: CreationRights): Partial<CreationRights> =>
  Object.fromEntries(Object.entries(now).filter(([right, allowed]) => before[right as keyof CreationRights] !== allowed));

const Identity = ({ organization, may }: PartProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [name, setName] = useState(organization.name);
  const [logo, setLogo] = useState<string | undefined>(undefined);
  const [rights, setRights] = useState(organization.globalSettings);
  const [opened, setOpened] = useState(organization);
  const locked = !may('update');
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    // Sends only what was changed here, since another admin may have changed the rest meanwhile.
    const changes = { id: organization.id, ...(name.trim() === opened.name ? {} : { name: name.trim() }), globalSettings: changedRights(opened.globalSettings, rights), ...(logo ? { logo } : {}) };
    if (!(await act.run(() => dispatch(updateOrganization(changes)).unwrap()))) return;
    setOpened({ ...organization, name: name.trim(), globalSettings: rights });
    notify(t('saved'), { id: 'organization' });
  };
  return (
    <form noValidate onSubmit={(event) => void save(event)}>
      <Stack>
        <Section title={t('identity')}>
          <Stack>
            <LogoField logo={organization.logo} isDisabled={locked} onUploaded={setLogo} />
            <TextField label={t('name')} value={name} maxLength={lengths.fullName} isDisabled={locked} onChange={setName} />
          </Stack>
        </Section>
        <Section title={t('rights')} text={t('rightsText')}>
          <RightsFields value={rights} isDisabled={locked} onChange={setRights} />
        </Section>
        {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
        {locked ? null : (
          <SectionActions>
            <Button look="primary" type="submit" isPending={act.busy}>
              {t('save')}
            </Button>
          </SectionActions>
        )}
      </Stack>
    </form>
  );
};

/** The owner deletes the organization; others leave it. */
const End = ({ organization, may }: PartProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const act = useAsyncAction();
  const [asking, setAsking] = useState(false);
  const end = may('delete') ? 'delete' : 'leave';
  if (!may(end)) return null;
  const run = async (): Promise<void> => {
    const { id } = organization;
    const done = await act.run(() => (end === 'delete' ? dispatch(deleteOrganization({ id })).unwrap() : dispatch(leaveOrganization({ id })).unwrap()));
    if (done) await navigate(routes.profile);
  };
  return (
    <Section title={t(`${end}.title`)} text={t(`${end}.text`)}>
      <SectionActions>
        <Button look="quiet" onPress={() => setAsking(true)}>
          {t(`${end}.open`)}
        </Button>
      </SectionActions>
      {asking ? (
        <ConfirmDialog
          isOpen
          negative
          onClose={() => setAsking(false)}
          onConfirm={() => void run()}
          isPending={act.busy}
          title={t(`${end}.sure`, { name: organization.name })}
          confirmText={t(`${end}.open`)}
          cancelText={t('cancel')}
          error={act.error ? errorText(act.error, t('failed')) : undefined}
        >
          {t(`${end}.text`)}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
};

export default OrganizationScreen;
