import type { TextFormat } from '../../engine.ts';
import { createNodeEngine } from '../../node.ts';
import { argument, type Command } from '../command.ts';

/** `countersign check-text FORMAT TEXT` */
export const checkText: Command = {
  usage: 'check-text FORMAT TEXT',
  summary: 'Check a text against a format (email, number, letters, phone_number, …)',
  positionals: 2,
  options: {},
  run: async (invocation) => {
    const engine = await createNodeEngine();
    try {
      const findings = await engine.checkText(argument(invocation, 0) as TextFormat, argument(invocation, 1));
      return { json: { findings }, found: findings.length > 0 };
    } finally {
      await engine.close();
    }
  },
};
