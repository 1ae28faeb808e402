/** Keys behind PKCS#11: cards and HSMs, through OpenSC's `pkcs11-tool`, whatever the vendor's module is. */
import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { EngineError } from '../errors.ts';

/** Where keys are, and what opens it. */
export interface TokenOptions {
  /** Path of the vendor's module. */
  module: string;
  /** The label of the token. */
  token: string;
  pin: string;
}

/** A key of a token, by the id that it shares with its certificate, hexadecimal. */
export type KeyId = string;

/** The variable in which the tool finds the PIN: its arguments are seen by everybody on the machine. */
const pinVariable = 'COUNTERSIGN_TOKEN_PIN';
const timeLimit = 60_000;

/** A token. Every call opens a session of its own; the private keys stay where they are. Throws `unable_retrieve_cert` or `crypto_error`. */
export class Token {
  readonly #options: TokenOptions;

  constructor(options: TokenOptions) {
    this.#options = options;
  }

  /** The ids of the certificates on it. */
  async certificateIds(): Promise<KeyId[]> {
    const listing = (await this.#run(['--list-objects', '--type', 'cert'], 'unable_retrieve_cert')).toString('utf8');
    return [...new Set([...listing.matchAll(/^\s*ID:\s*([0-9a-f]+)/gim)].map(([, id]) => String(id)))];
  }

  /** The certificate of this id, DER. */
  certificate(id: KeyId): Promise<Buffer> {
    return this.#run(['--read-object', '--type', 'cert', '--id', id], 'unable_retrieve_cert');
  }

  /** The public key of this id, SubjectPublicKeyInfo, DER. */
  publicKey(id: KeyId): Promise<Buffer> {
    return this.#run(['--read-object', '--type', 'pubkey', '--id', id], 'unable_retrieve_cert');
  }

  /** Makes a key on P-256 in the token. */
  async makeKey(id: KeyId, label: string): Promise<void> {
    await this.#run(['--keypairgen', '--key-type', 'EC:prime256v1', '--usage-sign', '--id', id, '--label', label], 'crypto_error');
  }

  /** Signs with an elliptic key: raw `r || s`. */
  signEcdsa(id: KeyId, digest: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Promise<Buffer> {
    return this.#run(['--sign', '--mechanism', 'ECDSA', '--id', id], 'crypto_error', createHash(digest).update(bytes).digest());
  }

  /** Signs with an RSA key: PKCS#1 v1.5. */
  signRsa(id: KeyId, digest: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Promise<Buffer> {
    return this.#run(['--sign', '--mechanism', `${digest.toUpperCase()}-RSA-PKCS`, '--id', id], 'crypto_error', bytes);
  }

  #run(command: string[], code: 'unable_retrieve_cert' | 'crypto_error', input?: Uint8Array): Promise<Buffer> {
    const { module, token, pin } = this.#options;
    const session = ['--module', module, '--token-label', token, '--login', '--pin', `env:${pinVariable}`];
    return new Promise((resolve, reject) => {
      const child = execFile('pkcs11-tool', [...session, ...command], { encoding: 'buffer', timeout: timeLimit, env: { ...process.env, [pinVariable]: pin } }, (error, output, said) => {
        if (error) reject(new EngineError(code, `The token does not do it: ${lastLine(said.toString('utf8')) || error.message}`));
        else resolve(output);
      });
      // A tool that ends before it has read everything says why by itself.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** The kind of a certificate's key. */
export function keyKindOf(certificate: Uint8Array): 'ec' | 'rsa' {
  const { asymmetricKeyType } = new X509Certificate(certificate).publicKey;
  if (asymmetricKeyType === 'ec' || asymmetricKeyType === 'rsa') return asymmetricKeyType;
  throw new EngineError('sign_certificate', `Keys of the kind ${asymmetricKeyType ?? 'unknown'} are not used from tokens`);
}
