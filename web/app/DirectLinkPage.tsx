import { useLocation, useNavigate } from 'react-router-dom';
import { fillPath, routes } from '#contract/routes.ts';
import { selectSession } from '#web/entities/session/session.slice.ts';
import { useAppSelector } from '#web/entities/store.ts';
import { DirectLinkScreen } from '#web/features/direct-link/DirectLinkScreen.tsx';
import { introducedState } from './documents/shared/introduced.ts';

/** /direct_link#{token}: for everybody who has the link. */
export default function DirectLinkPage() {
  const { hash } = useLocation();
  const navigate = useNavigate();
  const { status } = useAppSelector(selectSession);
  const isSignedIn = status === 'signedIn' ? true : status === 'visitor' ? false : null;
  const token = hash.slice(1);
  return (
    <DirectLinkScreen
      key={token}
      token={token}
      isSignedIn={isSignedIn}
      onBegun={(id) => void navigate(fillPath(routes.transaction, { id }), { state: introducedState })}
    />
  );
}
