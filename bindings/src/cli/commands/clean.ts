import { type Command } from '../command.ts';
import { strip } from './strip.ts';

/** `countersign clean FILE -o OUT`: a whole new file, which is what taking signatures out writes. */
export const clean: Command = {
  ...strip,
  usage: 'clean FILE -o OUT',
  summary: 'Write a clean copy, without signatures, of a file that can\'t be signed as it is written',
};
