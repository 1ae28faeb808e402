import { argument, type Command, passwordOption, text, texts } from '../command.ts';
import { certificatesIn } from '../pem.ts';
import { readAll } from '../streams.ts';
import { withDocument } from '../with-document.ts';

/** `countersign verify FILE` */
export const verify: Command = {
  usage: 'verify FILE [--trust PEM]… [--ignore-trust] [--at TIME]',
  summary: 'Judge every signature; exit 1 when one is not acceptable',
  positionals: 1,
  options: { ...passwordOption, trust: { type: 'string', multiple: true }, 'ignore-trust': { type: 'boolean' }, at: { type: 'string' } },
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document) => {
      const trust = (await Promise.all(texts(invocation, 'trust').map(readAll))).flatMap(certificatesIn);
      const at = new Date(text(invocation, 'at') ?? Date.now());
      const signatures = await document.verify({ trust, at: Math.floor(at.getTime() / 1000), ignoreTrust: invocation.values['ignore-trust'] === true });
      const acceptable = signatures.length > 0 && signatures.every((signature) => signature.acceptable);
      return { json: { acceptable, signatures }, found: !acceptable };
    }),
};
