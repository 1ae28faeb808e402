import { argument, type Command, passwordOption } from '../command.ts';
import { withDocument } from '../with-document.ts';

/** `countersign info FILE` */
export const info: Command = {
  usage: 'info FILE',
  summary: 'Pages, version, encryption, revisions, fields and signatures',
  positionals: 1,
  options: passwordOption,
  run: (invocation) =>
    withDocument(invocation, argument(invocation, 0), async (document) => ({
      json: { ...document.info, fields: await document.fields(), signatures: await document.signatures() },
    })),
};
