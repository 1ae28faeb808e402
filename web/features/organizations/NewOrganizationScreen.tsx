import { useState } from 'react';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { globalSettingsDefault } from '#contract/entities/organization.ts';
import { lengths } from '#contract/limits/lengths.ts';
import { fillPath, routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { createOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Page } from '#web/ui/Page.tsx';
import { SectionActions, Section, Stack } from '#web/ui/Section.tsx';
import { TextField } from '#web/ui/TextField.tsx';
import { LogoField } from './LogoField.tsx';
import { RightsFields } from './RightsFields.tsx';

/** /organizations/new: creates an organization. */
const NewOrganizationScreen = () => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const act = useAsyncAction();
  const [name, setName] = useState('');
  const [logo, setLogo] = useState<string | null>(null);
  const [rights, setRights] = useState(globalSettingsDefault);
  const create = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    const made = await act.ask(() => dispatch(createOrganization({ name: name.trim(), logo, globalSettings: rights })).unwrap());
    // The next step is inviting people.
    if (made) await navigate(fillPath(routes.organizationMembers, { id: made.id }));
  };
  return (
    <Page title={t('new.title')} text={t('new.text')}>
      <form noValidate onSubmit={(event) => void create(event)}>
        <Stack>
          <LogoField logo={null} onUploaded={setLogo} />
          <TextField autoFocus label={t('name')} value={name} maxLength={lengths.fullName} onChange={setName} help={t('new.nameHelp')} />
          <Section title={t('rights')} text={t('rightsText')}>
            <RightsFields value={rights} onChange={setRights} />
          </Section>
          {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
          <SectionActions>
            <Button look="primary" type="submit" isPending={act.busy}>
              {t('new.create')}
            </Button>
          </SectionActions>
        </Stack>
      </form>
    </Page>
  );
};

export default NewOrganizationScreen;
