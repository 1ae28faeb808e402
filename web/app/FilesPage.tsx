import FilesScreen from '#web/features/lists/FilesScreen.tsx';
import { AskName } from './ask-name.ts';

/** /files: the list, with the name dialog for guests. */
export default function FilesPage() {
  return <FilesScreen AskName={AskName} />;
}
