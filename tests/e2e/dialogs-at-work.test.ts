import { everyScreen } from './every-screen.ts';
import { dialogsAtWork } from './screens/dialogs-at-work.ts';

everyScreen(dialogsAtWork, ['desk', 'phone']);
