import { everyScreen } from './every-screen.ts';
import { dialogs } from './screens/dialogs.ts';

everyScreen(dialogs, ['phone']);
