import { MediaScreen } from './MediaScreen.tsx';

export default function PhotosScreen() {
  return <MediaScreen type="photo" />;
}
