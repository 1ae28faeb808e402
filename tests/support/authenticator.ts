/** An authenticator made of a few lines: makes passkeys and answers challenges as a browser would (WebAuthn level 3). */
import { createHash, createPrivateKey, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto';

type Cbor = number | string | Uint8Array | Map<number | string, Cbor>;

function head(major: number, value: number): Buffer {
  if (value < 24) return Buffer.from([(major << 5) | value]);
  if (value < 256) return Buffer.from([(major << 5) | 24, value]);
  return Buffer.from([(major << 5) | 25, value >> 8, value & 255]);
}

function cbor(value: Cbor): Buffer {
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (value instanceof Map) return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, item]) => [cbor(key), cbor(item)])]);
  return Buffer.concat([head(2, value.length), value]);
}

const base64url = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64url');
const sha256 = (bytes: Uint8Array | string): Buffer => createHash('sha256').update(bytes).digest();

const userPresent = 1;
const userVerified = 4;
const attested = 64;

export class Authenticator {
  readonly id = randomBytes(16);
  readonly #key: KeyObject;
  readonly #publicKey: Buffer;
  readonly #origin: string;
  #counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
    const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = privateKey.export({ format: 'jwk' });
    this.#key = createPrivateKey(privateKey.export({ type: 'pkcs8', format: 'pem' }));
    // COSE: EC2, ES256, P-256.
    this.#publicKey = cbor(new Map<number | string, Cbor>([[1, 2], [3, -7], [-1, 1], [-2, Buffer.from(x, 'base64url')], [-3, Buffer.from(y, 'base64url')]]));
  }

  #authData(flags: number, rpId: string, more: Buffer = Buffer.alloc(0)): Buffer {
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(this.#counter += 1);
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), counter, more]);
  }

  #clientData(type: string, challenge: string): Buffer {
    return Buffer.from(JSON.stringify({ type, challenge, origin: this.#origin, crossOrigin: false }));
  }

  /** A new passkey for the options of a registration. */
  create({ challenge, rpId = 'localhost', verified = true }: { challenge: string; rpId?: string; verified?: boolean }) {
    const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, this.id.length]), this.id, this.#publicKey]);
    const authData = this.#authData(userPresent | (verified ? userVerified : 0) | attested, rpId, credential);
    const attestation = cbor(new Map<number | string, Cbor>([['fmt', 'none'], ['attStmt', new Map()], ['authData', authData]]));
    return {
      id: base64url(this.id), rawId: base64url(this.id), type: 'public-key' as const, clientExtensionResults: {}, authenticatorAttachment: 'platform' as const,
      response: { clientDataJSON: base64url(this.#clientData('webauthn.create', challenge)), attestationObject: base64url(attestation), transports: ['internal'] },
    };
  }

  /** The answer to the challenge of a sign-in. */
  get({ challenge, rpId = 'localhost', verified = true }: { challenge: string; rpId?: string; verified?: boolean }) {
    const authData = this.#authData(userPresent | (verified ? userVerified : 0), rpId);
    const clientData = this.#clientData('webauthn.get', challenge);
    const signature = sign('sha256', Buffer.concat([authData, sha256(clientData)]), this.#key);
    return {
      id: base64url(this.id), rawId: base64url(this.id), type: 'public-key' as const, clientExtensionResults: {},
      response: { clientDataJSON: base64url(clientData), authenticatorData: base64url(authData), signature: base64url(signature) },
    };
  }
}
