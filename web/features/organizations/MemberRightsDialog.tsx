import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Member, Organization } from '#contract/entities/organization.ts';
import { errorText } from '#web/entities/error-text.ts';
import { updateOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { Dialog } from '#web/ui/Dialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { RadioGroup } from '#web/ui/RadioGroup.tsx';
import { Stack } from '#web/ui/Section.tsx';
import { RightsFields } from './RightsFields.tsx';

interface MemberRightsDialogProps {
  organization: Organization;
  member: Member;
  onClose: () => void;
}

/** Creation rights of one member: the organization's defaults or custom ones. */
export const MemberRightsDialog = ({ organization, member, onClose }: MemberRightsDialogProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [own, setOwn] = useState(member.permissions !== null);
  const [rights, setRights] = useState(member.permissions ?? organization.globalSettings);
  const save = async (): Promise<void> => {
    const members = [{ id: member.id, permissions: own ? rights : null }];
    if (await act.run(() => dispatch(updateOrganization({ id: organization.id, members })).unwrap())) onClose();
  };
  return (
    <Dialog
      isOpen
      onClose={onClose}
      title={t('rightsOf', { name: personName(member) })}
      closeLabel={t('close')}
      footer={
        <>
          <Button onPress={onClose}>{t('cancel')}</Button>
          <Button look="primary" isPending={act.busy} onPress={() => void save()}>
            {t('save')}
          </Button>
        </>
      }
    >
      <Stack>
        <RadioGroup
          label={t('rights')}
          options={[
            { key: 'all', text: t('rightsAll') },
            { key: 'own', text: t('rightsOwn') },
          ]}
          value={own ? 'own' : 'all'}
          onChange={(chosen) => setOwn(chosen === 'own')}
        />
        <RightsFields value={own ? rights : organization.globalSettings} isDisabled={!own} onChange={setRights} />
        {act.error ? <Banner meaning="negative">{errorText(act.error, t('failed'))}</Banner> : null}
      </Stack>
    </Dialog>
  );
};
