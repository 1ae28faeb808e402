import { MediaScreen } from './MediaScreen.tsx';

export default function InitialsScreen() {
  return <MediaScreen type="initials" />;
}
