import { everyScreen } from './screen-inspection.ts';
import { dialogsAtWork } from './screens/dialogs-at-work.ts';

everyScreen(dialogsAtWork, ['desk', 'phone']);
