import { type Command } from '../command.ts';
import { strip } from './strip.ts';

/** `countersign clean FILE -o OUT`: a complete rewrite, the same as removing signatures. */
export const clean: Command = {
  ...strip,
  usage: 'clean FILE -o OUT',
  summary: 'Write a clean copy, without signatures, of a file that can\'t be signed as it is written',
};
