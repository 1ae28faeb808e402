import { type BrokenLine, findBrokenLines } from '#server/repositories/insights.repository.ts';
import { CommandError, type Command } from './command.ts';

const mostNamed = 50;

export const auditCommands: readonly Command[] = [
  {
    usage: 'verify-audit', summary: 'whether the histories that audits are made of are as they were written; --of ID for one', options: { of: { type: 'string' } }, needs: 'installation',
    run: async ({ db }, { options }) => {
      const of = typeof options.of === 'string' ? options.of : null;
      const broken = await findBrokenLines(db, of);
      if (broken.length > 0) throw new CommandError(complaintOf(broken));
      const counted = db.selectFrom('insights').select(({ fn }) => [fn.countAll<string>().as('lines'), fn.count<string>('resource_id').distinct().as('histories')]);
      const { lines, histories } = await (of === null ? counted : counted.where('resource_id', '=', of)).executeTakeFirstOrThrow();
      if (of !== null && lines === '0') throw new CommandError(`There is no history of ${of}.`);
      return [{ histories, lines, state: 'as written' }];
    },
  },
];

function complaintOf(broken: readonly BrokenLine[]): string {
  const named = broken.slice(0, mostNamed).map(({ resourceId, number, id, action, at, isRewritten }) =>
    `  ${resourceId}, line ${number} (${action}, ${at.toISOString()}, ${id}): ${isRewritten ? 'is not what was written' : 'one before it was taken out or changed'}`);
  const rest = broken.length > mostNamed ? [`  and ${broken.length - mostNamed} more`] : [];
  return ['These lines do not fit:', ...named, ...rest].join('\n');
}
