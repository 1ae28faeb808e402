import { AppError } from '../app-error.ts';
import { describeCertificate, fingerprintOf } from './certificate-words.ts';
import type { SigningKey } from './signing-key.ts';

/** Bytes. Larger files are not key files. */
const LARGEST = 1024 * 1024;

/**
 * Opens a key file of this device. The key stays in the memory of this page and goes with it. Throws `key_file_passphrase`,
 * `key_file_encryption`, `key_file_mismatch`, `sign_certificate_expired`, `sign_certificate_not_yet_valid`, `unable_retrieve_cert`.
 */
export async function openKeyFile(file: Blob, passphrase: string): Promise<SigningKey> {
  if (file.size > LARGEST) throw new AppError('unable_retrieve_cert');
  const [{ readKeyFile }, bytes] = await Promise.all([import('@countersign/core/key-file'), file.arrayBuffer()]);
  const signer = await readKeyFile(new Uint8Array(bytes), passphrase);
  await assertValidNow(signer.certificate);
  return {
    id: `file:${await fingerprintOf(signer.certificate)}`,
    signatureType: 'local',
    certificate: signer.certificate,
    chain: signer.chain,
    sign: (prepared) => signer.sign(prepared),
  };
}

/** Checks the certificate before the person fills everything in. */
async function assertValidNow(certificate: Uint8Array): Promise<void> {
  const { notBefore, notAfter } = await describeCertificate(certificate);
  const now = Date.now();
  if (now > notAfter.getTime()) throw new AppError('sign_certificate_expired');
  if (now < notBefore.getTime()) throw new AppError('sign_certificate_not_yet_valid');
}
