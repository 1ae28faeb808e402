import TemplatesScreen from '#web/features/lists/TemplatesScreen.tsx';
import { AskName } from './ask-name.ts';

/** /templates: the list, with the name dialog for guests. */
export default function TemplatesPage() {
  return <TemplatesScreen AskName={AskName} />;
}
