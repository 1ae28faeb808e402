import FilesScreen from '#web/features/lists/FilesScreen.tsx';
import { AskName } from './ask-name.ts';

/** /files: the list, and the question for the name of a guest who begins one. */
export default function FilesPage() {
  return <FilesScreen AskName={AskName} />;
}
