import TemplatesScreen from '#web/features/lists/TemplatesScreen.tsx';
import { AskName } from './ask-name.ts';

/** /templates: the list, and the question for the name of a guest who begins one. */
export default function TemplatesPage() {
  return <TemplatesScreen AskName={AskName} />;
}
