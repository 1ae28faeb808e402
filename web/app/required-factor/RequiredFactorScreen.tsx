import { ShieldAlert } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { Organization } from '#contract/entities/organization.ts';
import { routes } from '#contract/routes.ts';
import { errorText } from '#web/entities/error-text.ts';
import { fetchOrganizations } from '#web/entities/organizations/organizations.requests.ts';
import { switchSpace } from '#web/entities/organizations/switch-space.ts';
import { selectOrgId } from '#web/entities/session/session.slice.ts';
import { useAppDispatch, useAppSelector } from '#web/entities/store.ts';
import { useFactorSetUp } from '#web/features/profile/use-factor-set-up.tsx';
import { signIn } from '#web/services/auth/auth.ts';
import { Banner } from '#web/ui/Banner.tsx';
import { Button } from '#web/ui/Button.tsx';
import { EmptyState } from '#web/ui/EmptyState.tsx';
import { useDocumentTitle } from '#web/ui/use-document-title.ts';

interface RequiredFactorScreenProps {
  /** Undefined where only a document of it is known. */
  organization: Pick<Organization, 'id' | 'name' | 'missingFactor'> | undefined;
  /** The second factor is there. */
  onDone?: () => void;
}

/** In the place of what belongs to an organization that requires a second factor, for a member without one. */
export const RequiredFactorScreen = ({ organization, onDone }: RequiredFactorScreenProps) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const title = organization ? t('required.titleOf', { name: organization.name }) : t('required.title');
  useDocumentTitle(title);
  const goOn = (): void => void dispatch(fetchOrganizations()).then(onDone);
  const setUp = useFactorSetUp({ onClosed: goOn });
  const isSignIn = organization?.missingFactor === 'signIn';
  return (
    <EmptyState
      level={1}
      icon={ShieldAlert}
      title={title}
      actions={
        <>
          <OwnSpace id={organization?.id} />
          {isSignIn ? <SignInAgain /> : (
            <Button look="primary" isPending={setUp.busy} onPress={() => void setUp.start()}>{t('required.setUp')}</Button>
          )}
        </>
      }
    >
      <p>{t(isSignIn ? 'required.signInText' : 'required.setUpText')}</p>
      {setUp.error ? <Banner meaning="negative">{errorText(setUp.error, t('failed'))}</Banner> : null}
      {setUp.dialogs}
    </EmptyState>
  );
};

/** The session began without it: signs in once more, and comes back. */
const SignInAgain = () => {
  const { t, i18n } = useTranslation('organizations');
  const again = (): void => {
    const { pathname, search, hash } = window.location;
    void signIn({ returnTo: `${pathname}${search}${hash}`, language: i18n.language, again: true });
  };
  return <Button look="primary" onPress={again}>{t('required.signIn')}</Button>;
};

/** Whoever works in the organization can go on in their own space. */
const OwnSpace = ({ id }: { id: string | undefined }) => {
  const { t } = useTranslation('organizations');
  const dispatch = useAppDispatch();
  const navigate = useNavigate();
  const chosen = useAppSelector(selectOrgId);
  if (id === undefined || id !== chosen) return null;
  const leave = async (): Promise<void> => {
    await navigate(routes.transactions);
    await dispatch(switchSpace(null));
  };
  return <Button look="quiet" onPress={() => void leave()}>{t('required.ownSpace')}</Button>;
};
