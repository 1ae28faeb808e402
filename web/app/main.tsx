import '../styles/global.scss';
import { start } from './start.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('The page has no place for the app');
void start(root);
