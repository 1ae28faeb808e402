import { everyScreen } from './every-screen.ts';
import { screensOfOthers } from './screens/of-others.ts';

everyScreen(screensOfOthers);
