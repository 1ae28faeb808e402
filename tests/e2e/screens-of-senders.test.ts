import { everyScreen } from './screen-inspection.ts';
import { screensOfSenders } from './screens/of-senders.ts';

everyScreen(screensOfSenders);
