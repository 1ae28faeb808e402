import { everyScreen } from './every-screen.ts';
import { screensOfSenders } from './screens/of-senders.ts';

everyScreen(screensOfSenders);
