import { describe, expect, it } from 'vitest';
import { offeredMethods } from './offered-methods.ts';

const plain = { requireLocalCertificate: false, requireQualifiedCertificate: false, requireSmartCard: false };

describe('offered certificate methods', () => {
  it.each([
    [plain, false, false, ['new_certificate', 'server_certificate']],
    [plain, true, true, ['new_certificate', 'server_certificate', 'local_certificate']],
    [plain, true, false, ['new_certificate', 'server_certificate']],
    [plain, false, true, ['new_certificate', 'server_certificate']],
    [{ ...plain, requireLocalCertificate: true }, true, true, ['new_certificate', 'local_certificate']],
    [{ ...plain, requireQualifiedCertificate: true }, false, true, ['local_certificate']],
    [{ ...plain, requireSmartCard: true }, true, true, ['local_certificate']],
  ])('%#: %j, plan %s, installation %s: %j', (options, allowTrustedCertificates, promotesTrusted, methods) => {
    expect(offeredMethods(options, { allowTrustedCertificates }, { promotesTrusted })).toEqual(methods);
  });
});
