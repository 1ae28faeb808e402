/** Keys on PKCS#11 tokens (smart cards, HSMs), through OpenSC's `pkcs11-tool` with the vendor's module. */
import { execFile } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { EngineError } from '../errors.ts';

/** The token and its PIN. */
export interface TokenOptions {
  /** Path of the vendor's PKCS#11 module. */
  module: string;
  /** Label of the token. */
  token: string;
  pin: string;
}

/** Id of a key (`CKA_ID`), hexadecimal, shared with its certificate. */
export type KeyId = string;

/** Environment variable for the PIN. Command-line arguments are visible to every user of the machine. */
const pinVariable = 'COUNTERSIGN_TOKEN_PIN';
const timeLimit = 60_000;

/**
 * A PKCS#11 token. Every call opens its own session; private keys never leave the token. Throws `unable_retrieve_cert`
 * or `crypto_error`.
 */
export class Token {
  readonly #options: TokenOptions;

  constructor(options: TokenOptions) {
    this.#options = options;
  }

  /** Returns the ids of the certificates. */
  async certificateIds(): Promise<KeyId[]> {
    const listing = (await this.#run(['--list-objects', '--type', 'cert'], 'unable_retrieve_cert')).toString('utf8');
    return [...new Set([...listing.matchAll(/^\s*ID:\s*([0-9a-f]+)/gim)].map(([, id]) => String(id)))];
  }

  /** Returns the certificate with this id as DER. */
  certificate(id: KeyId): Promise<Buffer> {
    return this.#run(['--read-object', '--type', 'cert', '--id', id], 'unable_retrieve_cert');
  }

  /** Returns the public key with this id as SubjectPublicKeyInfo (DER). */
  publicKey(id: KeyId): Promise<Buffer> {
    return this.#run(['--read-object', '--type', 'pubkey', '--id', id], 'unable_retrieve_cert');
  }

  /** Generates a P-256 key pair on the token. */
  async makeKey(id: KeyId, label: string): Promise<void> {
    await this.#run(['--keypairgen', '--key-type', 'EC:prime256v1', '--usage-sign', '--id', id, '--label', label], 'crypto_error');
  }

  /** Signs with an EC key; returns raw `r || s`. */
  signEcdsa(id: KeyId, digest: 'sha256' | 'sha384' | 'sha512', bytes: Uint8Array): Promise<Buffer> {
    return this.#run(['--sign', '--mechanism', 'ECDSA', '--id', id], 'crypto_error', createHash(digest).update(bytes).digest());
  }

  /** Signs with an RSA key (PKCS#1 v1.5). */
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
      // If the tool ends before it has read its input, its own error is reported instead.
      child.stdin?.on('error', () => undefined);
      child.stdin?.end(input);
    });
  }
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';

/** Returns the key type of a certificate. */
export function keyKindOf(certificate: Uint8Array): 'ec' | 'rsa' {
  const { asymmetricKeyType } = new X509Certificate(certificate).publicKey;
  if (asymmetricKeyType === 'ec' || asymmetricKeyType === 'rsa') return asymmetricKeyType;
  throw new EngineError('sign_certificate', `Keys of the kind ${asymmetricKeyType ?? 'unknown'} are not used from tokens`);
}
