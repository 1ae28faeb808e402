import { everyScreen } from './screen-inspection.ts';
import { screensOfOthers } from './screens/of-others.ts';

everyScreen(screensOfOthers);
