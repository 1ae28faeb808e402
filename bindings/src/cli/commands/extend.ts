import { extendDocument } from '../../signing.ts';
import { type Command, outputOption, passwordOption, requiredText, text, UsageProblem } from '../command.ts';
import { levelOf, levelOptions, sourcesOf, tailOf, withContext } from '../levels.ts';
import { writeDocument } from '../streams.ts';

/** `countersign extend FILE -o OUT` */
export const extend: Command = {
  usage: 'extend FILE -o OUT [--level B-LT|B-LTA] [--tsa URL] [--trust PEM]…',
  summary: 'Raise every signature to a long-term level, or renew an archive',
  positionals: 1,
  options: { ...passwordOption, ...outputOption, ...levelOptions },
  run: async (invocation) => {
    const output = requiredText(invocation, 'output');
    const level = levelOf(invocation, text(invocation, 'tsa') === undefined ? 'B-LT' : 'B-LTA');
    if (level !== 'B-LT' && level !== 'B-LTA') throw new UsageProblem('extend takes --level B-LT or B-LTA');
    const sources = await sourcesOf(invocation, level === 'B-LT' ? 'B-B' : level);
    return withContext(invocation, async (context) => {
      await writeDocument(output, context.source, tailOf(await extendDocument(context, level, sources)));
      return {};
    });
  },
};
