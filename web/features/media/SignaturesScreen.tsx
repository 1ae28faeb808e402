import { MediaScreen } from './MediaScreen.tsx';

export default function SignaturesScreen() {
  return <MediaScreen type="signature" />;
}
