import { constants, sign as signBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { PDFDocument } from 'pdf-lib';
import type { Engine, PrepareOptions, PreparedSignature } from '@countersign/core';
import { bytesOf } from '@countersign/core/node';
import type { signDocument } from '@countersign/core/signing';
import { formDocument } from '../conformance/documents.ts';
import type { AuthoritySigner, SignerName, TestAuthority } from '../support/test-authority.ts';

/** The kinds of key and scheme that signatures are made with. */
export const keyTypes = {
  'RSA 2048 PKCS#1': { signer: 'rsa2048', pss: false },
  'RSA 4096 PKCS#1': { signer: 'rsa4096', pss: false },
  'RSA 3072 PSS': { signer: 'rsa3072', pss: true },
  'P-256': { signer: 'p256', pss: false },
  'P-384': { signer: 'p384', pss: false },
  'P-521': { signer: 'p521', pss: false },
  Ed25519: { signer: 'ed25519', pss: false },
} as const satisfies Record<string, { signer: SignerName; pss: boolean }>;

export type KeyType = keyof typeof keyTypes;

/** The kinds of file that are signed. */
export const fileKinds = ['table', 'stream', 'object stream', 'encrypted'] as const;

export type FileKind = (typeof fileKinds)[number];

/** The password of encrypted files. */
export const password = 'opens it';

/** A form of one kind. */
export async function documentOf(kind: FileKind, engine: Engine): Promise<Uint8Array> {
  const form = await formDocument();
  if (kind === 'object stream') return form;
  if (kind === 'stream') return withCrossReferenceStream();
  if (kind === 'encrypted') return bytesOf(form, await (await engine.open(form)).encrypt({ user: password, owner: 'owns it' }));
  return (await PDFDocument.load(form)).save({ useObjectStreams: false });
}

/** A page whose objects all stand by themselves and are indexed by a stream. */
function withCrossReferenceStream(): Uint8Array {
  const content = 'BT /F 12 Tf 56 740 Td (Indexed page) Tj ET';
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R /Resources << /Font << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let text = '%PDF-1.5\n';
  const offsets = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return offset;
  });
  const start = text.length;
  const rows = [...offsets, start].map((offset) => `01${offset.toString(16).padStart(4, '0')}00`);
  const data = `000000ff\n${rows.join('\n')}>`;
  text += `6 0 obj\n<< /Type /XRef /Size 7 /W [1 2 1] /Root 1 0 R /Filter /ASCIIHexDecode /Length ${data.length} >>\nstream\n${data}\nendstream\nendobj\nstartxref\n${start}\n%%EOF\n`;
  return new TextEncoder().encode(text);
}

type Options = Parameters<typeof signDocument>[1];

/** Signs as a signer of the test authority does, with a key of this type. */
export function optionsOf(authority: TestAuthority, type: KeyType, level: Options['level'], prepare: Partial<PrepareOptions> = {}): Options {
  const { signer: name, pss } = keyTypes[type];
  const signer = authority.signer(name);
  return {
    level,
    timestampUrl: authority.timestampUrl,
    trust: [readFileSync(authority.root)],
    prepare: { field: { name: 'Signature' }, certificate: signer.certificate, chain: signer.chain, pss, reason: 'I agree', signingTime: Math.floor(Date.now() / 1000), ...prepare },
    sign: (prepared) => valueOf(signer, prepared, pss),
  };
}

/** The value that a key makes. */
export function valueOf({ key }: AuthoritySigner, { tbs, digest }: PreparedSignature, pss = false): Uint8Array {
  const padding = pss ? { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: constants.RSA_PSS_SALTLEN_DIGEST } : {};
  return new Uint8Array(signBytes(key.asymmetricKeyType === 'ed25519' ? null : digest, tbs, { key, dsaEncoding: 'ieee-p1363', ...padding }));
}
