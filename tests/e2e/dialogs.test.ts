import { everyScreen } from './screen-inspection.ts';
import { dialogs } from './screens/dialogs.ts';

everyScreen(dialogs, ['phone']);
