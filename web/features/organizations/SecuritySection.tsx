import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Organization } from '#contract/entities/organization.ts';
import { routes, secondFactorAnchor } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { updateOrganization } from '#web/entities/organizations/organizations.requests.ts';
import { useAsyncAction } from '#web/entities/requests/use-async-action.ts';
import { useAppDispatch } from '#web/entities/store.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Checkbox } from '#web/ui/Checkbox.tsx';
import { ConfirmDialog } from '#web/ui/ConfirmDialog.tsx';
import { personName } from '#web/ui/initials.ts';
import { LinkButton } from '#web/ui/LinkButton.tsx';
import { Section, Stack } from '#web/ui/Section.tsx';
import { notify } from '#web/ui/snackbar.ts';
import type { LoadedOrganization } from './use-organization.ts';

type SecuritySectionProps = { organization: Organization } & Pick<LoadedOrganization, 'may'>;

/** Whether members need a second factor, and who has none. */
export const SecuritySection = ({ organization, may }: SecuritySectionProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const act = useAsyncAction();
  const [asking, setAsking] = useState(false);
  if (!may('changeSecurity')) return null;
  const without = organization.members.filter(({ hasSecondFactor }) => hasSecondFactor === false);
  const save = async (requireSecondFactor: boolean): Promise<void> => {
    const saved = await act.run(() => dispatch(updateOrganization({ id: organization.id, requireSecondFactor })).unwrap());
    setAsking(false);
    if (saved) notify(t('saved'), { id: 'organization' });
  };
  return (
    <Section title={t('security.title')} text={t('security.text')}>
      <Stack>
        <Checkbox isSelected={organization.requireSecondFactor} isDisabled={act.busy} help={t('security.help')} onChange={(on) => (on ? setAsking(true) : void save(false))}>
          {t('security.require')}
        </Checkbox>
        <p>{without.length === 0 ? t('security.nobody') : t('security.without', { count: without.length, names: without.map(personName).join(', ') })}</p>
        {act.error ? <Refused error={act.error} /> : null}
      </Stack>
      {asking ? (
        <ConfirmDialog
          isOpen
          onClose={() => setAsking(false)}
          onConfirm={() => void save(true)}
          isPending={act.busy}
          title={t('security.sure')}
          confirmText={t('security.turnOn')}
          cancelText={t('cancel')}
        >
          {without.length === 0 ? t('security.sureNobody') : t('security.sureText', { count: without.length })}
        </ConfirmDialog>
      ) : null}
    </Section>
  );
};

/** An admin without a second factor can't require one, because they would lock themselves out. */
const Refused = ({ error }: { error: NonNullable<ReturnType<typeof useAsyncAction>['error']> }) => {
  const { t } = useTranslation('organizations');
  if (error.code !== 'second_factor_required') return <Banner meaning="negative">{errorText(error, t('failed'))}</Banner>;
  return (
    <Banner meaning="attention" actions={<LinkButton to={`${routes.profile}#${secondFactorAnchor}`}>{t('required.setUp')}</LinkButton>}>
      {t('security.own')}
    </Banner>
  );
};
