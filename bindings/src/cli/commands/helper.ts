import { startHelper } from '../../helper/helper-server.ts';
import { type HelperSigner, keyFileSigner, tokenSigners } from '../../helper/helper-signer.ts';
import { Token } from '../../node/token.ts';
import { readKeyFile } from '../../signing/key-file.ts';
import { type Command, type Invocation, requiredText, text, UsageProblem } from '../command.ts';
import { readAll } from '../streams.ts';

const usualPort = '17433';

/** `countersign helper --origin URL --key K.p12 --passphrase P` */
export const helper: Command = {
  usage: 'helper --origin URL [--port N] [--key K.p12 --passphrase P] [--module LIB --token LABEL --pin P]',
  summary: 'Let the pages of one installation sign with keys of this device, until it is interrupted',
  positionals: 0,
  options: {
    origin: { type: 'string' },
    port: { type: 'string' },
    key: { type: 'string' },
    passphrase: { type: 'string' },
    module: { type: 'string' },
    token: { type: 'string' },
    pin: { type: 'string' },
  },
  run: async (invocation) => {
    const port = Number(text(invocation, 'port') ?? usualPort);
    if (!Number.isInteger(port) || port < 0 || port > 65_535) throw new UsageProblem('--port takes a number');
    const { origin } = new URL(requiredText(invocation, 'origin'));
    const running = await startHelper({ origin, port, signers: await signersOf(invocation), onSign: ({ subject }) => console.error(`Signing as ${subject}`) });
    console.error(`Ready at ${running.address} for ${origin}`);
    await new Promise((resolve) => {
      process.once('SIGINT', resolve);
      process.once('SIGTERM', resolve);
    });
    await running.close();
    return {};
  },
};

/** Returns the keys of a key file, of a token, or of both. */
async function signersOf(invocation: Invocation): Promise<HelperSigner[]> {
  const [key, module] = [text(invocation, 'key'), text(invocation, 'module')];
  if (key === undefined && module === undefined) throw new UsageProblem('--key or --module is missing');
  const file = key === undefined ? [] : [keyFileSigner(await readKeyFile(await readAll(key), requiredText(invocation, 'passphrase')))];
  const token = module === undefined ? [] : await tokenSigners(new Token({ module, token: requiredText(invocation, 'token'), pin: requiredText(invocation, 'pin') }));
  return [...file, ...token];
}
