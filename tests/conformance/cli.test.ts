import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { degrees, PDFDocument } from 'pdf-lib';
import { afterAll, describe, expect, test } from 'vitest';
import { makeOwnForm } from '../fixtures/own-form.ts';
import { asFile, hasSignatureJudge, judgeSignatures, popplerSignatures, qpdfProblems, textOf } from '../support/judges.ts';
import { root, shared } from '../support/shared.ts';
import { formDocument } from './documents.ts';

const folder = mkdtempSync(join(tmpdir(), 'countersign-cli-'));
const keys = shared('judge/signature/pki');
const signed = shared('data/signatures');

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What the command prints; only the parts that the tests look into. */
interface Printed {
  fields: { type: string }[];
  pages: { fields: { type: string; rect: { x: number; y: number; width: number; height: number } }[] }[];
  score?: unknown;
}

function countersign(...args: string[]): { status: number | null; json: Printed } {
  const { status, stdout } = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), ...args], { encoding: 'utf8', cwd: folder, maxBuffer: 1 << 26 });
  return { status, json: stdout.trim() === '' ? undefined : JSON.parse(stdout) };
}

/** The same pages to look at, drawn lying on their sides and turned by what the page says of itself. */
async function turned(bytes: Uint8Array): Promise<Uint8Array> {
  const pdf = await PDFDocument.create();
  for (const upright of await pdf.embedPdf(bytes, [0, 1])) {
    const page = pdf.addPage([upright.height, upright.width]);
    page.drawPage(upright, { x: upright.height, y: 0, rotate: degrees(90) });
    page.setRotation(degrees(90));
  }
  return pdf.save();
}

describe('countersign', () => {
  /** What is printed, in words. */
  function said(...args: string[]): string {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), ...args], { encoding: 'utf8' });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout;
  }

  test('an error is not written into the file that is piped', async () => {
    asFile(folder, 'piped.pdf', await formDocument());
    writeFileSync(join(folder, 'bad.json'), '{"nowhere": "x"}');
    for (const output of [['-o', '-'], ['--output', '-'], ['--output=-'], ['-o-']]) {
      const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), 'fill', 'piped.pdf', 'bad.json', ...output], { encoding: 'utf8', cwd: folder });
      expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
      expect(JSON.parse(stderr)).toMatchObject({ error: { code: 'pdf_merge_fields_failed' } });
    }
  });

  test('fill calculates what the form calculates, without running its scripts, and tells what is cut', async () => {
    const script = (text: string) => `<</S/JavaScript/JS(${text.replaceAll('(', '\\(').replaceAll(')', '\\)')})>>`;
    const field = (name: string, at: number, more = '') => `<</Type/Annot/Subtype/Widget/FT/Tx/T(${name})/Rect[10 ${at} 90 ${at + 20}]/F 4/DA(/Helv 10 Tf 0 g)${more}>>`;
    const total = `/AA<</C ${script('AFSimple_Calculate("SUM", new Array("price", "tax"));')}/F ${script('AFNumber_Format(2, 2, 0, 0, " EUR", false);')}>>`;
    const objects = [
      '<</Type/Catalog/Pages 2 0 R/AcroForm<</Fields[4 0 R 5 0 R 6 0 R 7 0 R]/DR<</Font<</Helv<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>>>>>', '<</Type/Pages/Kids[3 0 R]/Count 1>>',
      '<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]/Annots[4 0 R 5 0 R 6 0 R 7 0 R]>>',
      field('price', 10), field('tax', 40), field('total', 70, total), field('other', 100, `/AA<</C ${script('event.value = 1')}>>`),
    ];
    asFile(folder, 'sum.pdf', `%PDF-1.7\n${objects.map((object, index) => `${index + 1} 0 obj\n${object}\nendobj\n`).join('')}trailer\n<</Root 1 0 R>>\n`);
    writeFileSync(join(folder, 'sum.json'), '{"price": "1200.5", "tax": "34", "other": "much longer than its field is wide"}');
    expect(countersign('fill', 'sum.pdf', 'sum.json', '-o', 'summed.pdf', '--calculate')).toMatchObject({ status: 0, json: { findings: [{ field: 'other', problem: 'text_cut' }] } });
    const { fields } = countersign('info', 'summed.pdf').json as unknown as { fields: { fieldName: string; value: unknown }[] };
    expect(fields.find(({ fieldName }) => fieldName === 'total')?.value).toBe('1.234,50 EUR');
  });

  test('passwords are read from files and from standard input', async () => {
    asFile(folder, 'open.pdf', await formDocument());
    writeFileSync(join(folder, 'user.txt'), 'to open\r\n');
    writeFileSync(join(folder, 'owner.txt'), '\uFEFFto change\nnot this line');
    expect(countersign('encrypt', 'open.pdf', '-o', 'closed.pdf', '--user-file', 'user.txt', '--owner-file', 'owner.txt').status).toBe(0);
    expect(countersign('info', 'closed.pdf', '--password', 'to open').status).toBe(0);
    const piped = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), 'decrypt', 'closed.pdf', '-o', 'again.pdf', '--password-file', '-'], { cwd: folder, input: 'to change\n' });
    expect(piped.status).toBe(0);
    expect(countersign('info', 'again.pdf').status).toBe(0);
    for (const wrong of [['--password-file', 'absent.txt'], ['--password', 'x', '--password-file', 'user.txt']]) expect(countersign('info', 'closed.pdf', ...wrong).status).toBe(2);
    expect(countersign('info', '-', '--password-file', '-')).toMatchObject({ status: 2, json: { error: { code: 'request_validation_error' } } });
  });

  test('--help lists every command, and each command prints its usage', () => {
    const commands = [...said('--help').matchAll(/^ {2}([a-z-]+) .*\S {2,}(\S.*)$/gm)].map(([, name = '', summary = '']) => ({ name, summary }));
    expect(commands.map(({ name }) => name)).toEqual(['info', 'detect', 'check-text', 'place', 'fill', 'encrypt', 'decrypt', 'passwd', 'sign', 'timestamp', 'extend', 'verify', 'strip', 'clean', 'helper']);
    for (const { name, summary } of commands) {
      const [usage, , about, , options] = said(name, '--help').split('\n');
      expect([usage?.split(' ').slice(0, 2), about, options]).toEqual([['countersign', name], summary, 'Options:']);
    }
  });

  test.each([
    ['sign', ['-o, --output VALUE', '--key VALUE', '--certify VALUE', '--text VALUE …', '--pss']],
    ['detect', ['--truth VALUE', '--json']],
    ['passwd', ['--password VALUE', '--user VALUE', '--owner VALUE', '--reencrypt', '-o, --output VALUE']],
  ])('%s --help lists its options', (name, options) => {
    const printed = said(name, '--help').split('\n');
    expect(printed[0]).toMatch(new RegExp(`^countersign ${name} FILE`));
    for (const option of options) expect(printed).toContain(`  ${option}`);
  });

  test('info prints pages, fields and signatures', async () => {
    asFile(folder, 'form.pdf', await formDocument());
    const { status, json } = countersign('info', 'form.pdf');
    expect(status).toBe(0);
    expect(json).toMatchObject({ pages: 1, encrypted: false, signatures: [] });
    expect(json.fields).toHaveLength(4);
  });

  test('fill writes a file that shows the values', async () => {
    asFile(folder, 'form.pdf', await formDocument());
    asFile(folder, 'values.json', JSON.stringify({ 'full name': 'Ada Byron', agreed: true }));
    expect(countersign('fill', 'form.pdf', 'values.json', '-o', 'filled.pdf').status).toBe(0);
    expect(qpdfProblems(join(folder, 'filled.pdf'))).toBe('');
    expect(textOf(join(folder, 'filled.pdf'))).toContain('Ada Byron');
  });

  test('fill --flatten leaves no field and shows the values', async () => {
    asFile(folder, 'form.pdf', await formDocument());
    asFile(folder, 'values.json', JSON.stringify({ 'full name': 'Αδα', agreed: true }));
    expect(countersign('fill', 'form.pdf', 'values.json', '-o', 'flat.pdf', '--flatten').status).toBe(0);
    expect(qpdfProblems(join(folder, 'flat.pdf'))).toBe('');
    expect(textOf(join(folder, 'flat.pdf'))).toContain('Αδα');
    expect(countersign('info', 'flat.pdf').json.fields).toEqual([]);
  });

  test('exits with 2 and a code for a file that is not a PDF', () => {
    writeFileSync(join(folder, 'letter.txt'), 'Dear Ada');
    expect(countersign('info', 'letter.txt')).toMatchObject({ status: 2, json: { error: { code: 'pdf_corrupted' } } });
    expect(countersign('info', 'nowhere.pdf')).toMatchObject({ status: 2, json: { error: { code: 'unable_to_access' } } });
    expect(countersign('frobnicate')).toMatchObject({ status: 2, json: { error: { code: 'request_validation_error' } } });
  });

  test('check-text exits with 1 if the text does not fit', () => {
    expect(countersign('check-text', 'email', 'ada@example.com').status).toBe(0);
    expect(countersign('check-text', 'email', 'ada')).toMatchObject({ status: 1, json: { findings: [{ code: expect.any(String) }] } });
  });

  describe.skipIf(spawnSync('openssl', ['version']).status !== 0)('a file that is no PDF', () => {
    const openssl = (...args: string[]): number | null => spawnSync('openssl', args, { cwd: folder }).status;
    const page = '<html xmlns="http://www.w3.org/1999/xhtml"/>';
    const key = ['--key', 'ada.p12', '--passphrase', 'open'];

    test('is signed beside it, and OpenSSL agrees', () => {
      openssl('req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:P-256', '-nodes', '-keyout', 'ada.key', '-out', 'ada.pem', '-days', '2', '-subj', '/CN=Ada Byron', '-addext', 'keyUsage=digitalSignature,nonRepudiation');
      openssl('pkcs12', '-export', '-inkey', 'ada.key', '-in', 'ada.pem', '-out', 'ada.p12', '-passout', 'pass:open');
      asFile(folder, 'page.xhtml', page);
      expect(countersign('sign', 'page.xhtml', '-o', 'page.xhtml.p7s', '--detached', ...key).status).toBe(0);
      expect(readFileSync(join(folder, 'page.xhtml'), 'utf8')).toBe(page);
      const verified = countersign('verify', 'page.xhtml', '--signature', 'page.xhtml.p7s', '--trust', 'ada.pem', '--offline');
      expect(verified).toMatchObject({ status: 0, json: { acceptable: true, signatures: [{ intact: true, level: 'B-B', signer: { commonName: 'Ada Byron' } }] } });
      expect(openssl('cms', '-verify', '-binary', '-inform', 'DER', '-in', 'page.xhtml.p7s', '-content', 'page.xhtml', '-CAfile', 'ada.pem', '-purpose', 'any', '-out', 'out')).toBe(0);
    });

    test('is refused with what belongs to another file, or to a PDF', () => {
      asFile(folder, 'other.xhtml', `${page}\n`);
      expect(countersign('verify', 'other.xhtml', '--signature', 'page.xhtml.p7s', '--trust', 'ada.pem', '--offline')).toMatchObject({ status: 1, json: { acceptable: false } });
      for (const option of [['--reason', 'I agree'], ['--level', 'B-LTA', '--tsa', 'http://localhost']]) {
        expect(countersign('sign', 'page.xhtml', '-o', 'never.p7s', '--detached', ...key, ...option)).toMatchObject({ status: 2, json: { error: { code: 'request_validation_error' } } });
      }
      expect(readdirSync(folder)).not.toContain('never.p7s');
    });
  });

  test('detect finds the fields of a form', async () => {
    asFile(folder, 'own.pdf', await makeOwnForm());
    const { status, json } = countersign('detect', 'own.pdf');
    expect(status).toBe(0);
    const count = (type: string) => json.pages.flatMap((page) => page.fields).filter((field) => field.type === type).length;
    expect(count('text')).toBeGreaterThanOrEqual(5);
    expect(count('checkmark')).toBe(3);
    expect(count('signature')).toBeGreaterThanOrEqual(1);
    expect(count('date')).toBe(2);
  });

  test('detect scores and draws the detected fields', async () => {
    asFile(folder, 'own.pdf', await makeOwnForm());
    const [first] = countersign('detect', 'own.pdf', '--json').json.pages;
    const fields = first?.fields.map(({ type, rect }) => ({ type: type === 'checkmark' ? 'checkbox' : type, x: rect.x / 100, y: rect.y / 100, w: rect.width / 100, h: rect.height / 100 }));
    const missed = { type: 'text', x: 0.9, y: 0.9, w: 0.05, h: 0.02 };
    asFile(folder, 'truth.json', JSON.stringify({ docs: [{ doc: 'own', pages: [{ page: 1, width: 1000, height: 1294, fields: [...(fields ?? []), missed] }] }] }));
    const { status, json } = countersign('detect', 'own.pdf', '--truth', 'truth.json', '--png', 'pictures');
    expect(status).toBe(0);
    expect(json.score).toMatchObject({ detect: { hit: first?.fields.length, invented: 0, missed: 1 }, fine: { invented: 0, missed: 1 } });
    expect(readFileSync(join(folder, 'pictures/page-1.png')).subarray(1, 4).toString()).toBe('PNG');
    expect(countersign('detect', 'own.pdf', '--truth', 'own.pdf').status).toBe(2);
  });

  test('detect reads a rotated page as displayed', async () => {
    const own = await makeOwnForm();
    asFile(folder, 'own.pdf', own);
    asFile(folder, 'turned.pdf', await turned(own));
    const found = (name: string) => countersign('detect', name).json.pages.map(({ fields }) => fields.map(({ type, rect }) => ({ type, rect: Object.values(rect).map(Math.round) })));
    expect(found('turned.pdf')).toEqual(found('own.pdf'));
  });

  describe('passwords', () => {
    const passwords = ['--user', 'reader', '--owner', 'writer'];

    test('are set, changed in place and removed', async () => {
      asFile(folder, 'form.pdf', await formDocument());
      expect(countersign('encrypt', 'form.pdf', '-o', 'secret.pdf', ...passwords, '--permissions', 'print,copy')).toEqual({ status: 0, json: { method: 'rewritten' } });
      expect(countersign('info', 'secret.pdf')).toMatchObject({ status: 2, json: { error: { code: 'pdf_password' } } });
      expect(countersign('info', 'secret.pdf', '--password', 'guessed')).toMatchObject({ status: 2, json: { error: { code: 'pdf_incorrect_password' } } });
      expect(countersign('info', 'secret.pdf', '--password', 'reader').json).toMatchObject({
        encrypted: true,
        permissions: { annots: false, assembleDocument: false, copy: true, fillForms: false, modifyContent: false, printDocument: true, printRepresentation: true },
      });
      const changed = countersign('passwd', 'secret.pdf', '-o', 'changed.pdf', '--password', 'writer', '--user', 'one', '--owner', 'two');
      expect(changed).toEqual({ status: 0, json: { method: 'rewrapped' } });
      expect(countersign('info', 'changed.pdf', '--password', 'writer')).toMatchObject({ status: 2 });
      expect(qpdfProblems(join(folder, 'changed.pdf'), 'one')).toBe('');
      const renewed = countersign('passwd', 'secret.pdf', '-o', 'renewed.pdf', '--password', 'writer', '--user', 'one', '--owner', 'two', '--reencrypt');
      expect(renewed).toEqual({ status: 0, json: { method: 'rewritten' } });
      expect(countersign('decrypt', 'changed.pdf', '-o', 'plain.pdf', '--password', 'two')).toMatchObject({ status: 0 });
      expect(qpdfProblems(join(folder, 'plain.pdf'))).toBe('');
      expect(countersign('info', 'plain.pdf').json).toMatchObject({ encrypted: false });
    });

    test('cannot be changed or removed with the user password', async () => {
      asFile(folder, 'form.pdf', await formDocument());
      countersign('encrypt', 'form.pdf', '-o', 'secret.pdf', ...passwords, '--permissions', 'print');
      expect(countersign('decrypt', 'secret.pdf', '-o', 'never.pdf', '--password', 'reader')).toMatchObject({ status: 2, json: { error: { code: 'failed_to_decrypt' } } });
      expect(countersign('passwd', 'secret.pdf', '-o', 'never.pdf', '--password', 'reader', ...passwords)).toMatchObject({ status: 2, json: { error: { code: 'failed_to_update_password' } } });
      expect(readdirSync(folder)).not.toContain('never.pdf');
    });

    test('are refused with a reason for files that cannot have them', async () => {
      asFile(folder, 'empty.pdf', '');
      asFile(folder, 'letter.txt', 'Dear Ada');
      asFile(folder, 'form.pdf', await formDocument());
      const refusal = (...args: string[]) => countersign(...args, '-o', 'never.pdf').json;
      expect(refusal('encrypt', 'empty.pdf', ...passwords)).toMatchObject({ error: { code: 'file_body_missing' } });
      expect(refusal('encrypt', 'letter.txt', ...passwords)).toMatchObject({ error: { code: 'invalid_file_extension' } });
      expect(refusal('encrypt', 'form.pdf', '--user', 'bell\u0007')).toMatchObject({ error: { code: 'failed_to_encrypt' } });
      expect(refusal('encrypt', 'form.pdf')).toMatchObject({ error: { code: 'request_validation_error' } });
      expect(refusal('encrypt', 'form.pdf', ...passwords, '--permissions', 'fly')).toMatchObject({ error: { code: 'request_validation_error' } });
      expect(refusal('decrypt', 'form.pdf')).toMatchObject({ error: { code: 'failed_to_decrypt' } });
      expect(refusal('passwd', 'form.pdf', ...passwords)).toMatchObject({ error: { code: 'failed_to_update_password' } });
      expect(readdirSync(folder)).not.toContain('never.pdf');
    });
  });

  describe.skipIf(!keys || !hasSignatureJudge)('with external keys and the external validator', () => {
    test.each(['rsa', 'ec', 'ed'])('signs with %s keys so that all validators agree', async (kind) => {
      asFile(folder, 'own.pdf', await makeOwnForm());
      const output = `signed-${kind}.pdf`;
      const anchor = join(keys ?? '', `out-${kind}`, 'root.cert.pem');
      const key = ['--key', join(keys ?? '', `out-${kind}`, 'signer.pfx'), '--passphrase', 'test'];
      expect(countersign('sign', 'own.pdf', '-o', output, ...key, '--page', '2', '--rect', '10,20,40,5', '--reason', 'I agree').status).toBe(0);
      expect(countersign('verify', output, '--trust', anchor)).toMatchObject({ status: 0, json: { acceptable: true } });
      // What this machine trusts is all read, and knows nothing of the test authority.
      expect(countersign('verify', output, '--trust', 'system')).toMatchObject({ status: 3, json: { signatures: [{ intact: true, trusted: false, indication: 'indeterminate', subIndication: 'NO_CERTIFICATE_CHAIN_FOUND' }] } });
      expect(countersign('verify', output, '--trust', 'system', '--trust', anchor)).toMatchObject({ status: 0, json: { acceptable: true } });
      const path = join(folder, output);
      expect(qpdfProblems(path)).toBe('');
      expect(judgeSignatures(path, anchor)).toMatchObject({ status: 0, verdict: { all_acceptable: true, signatures: [{ coverage: 'ENTIRE_FILE', gap_exact: true }] } });
      expect(countersign('strip', output, '-o', `bare-${kind}.pdf`).status).toBe(0);
      expect(qpdfProblems(join(folder, `bare-${kind}.pdf`))).toBe('');
      expect(popplerSignatures(join(folder, `bare-${kind}.pdf`))).toEqual([]);
      expect(countersign('info', `bare-${kind}.pdf`).json).toMatchObject({ signatures: [] });
      // Poppler can't judge Ed25519.
      if (kind !== 'ed') expect(popplerSignatures(path)).toEqual([{ validation: 'Signature is Valid.', coversWhole: true }]);
    });

    test('reports a wrong passphrase and writes nothing', () => {
      const key = ['--key', join(keys ?? '', 'out-ec', 'signer.pfx'), '--passphrase', 'wrong'];
      expect(countersign('sign', 'own.pdf', '-o', 'never.pdf', ...key)).toMatchObject({ status: 2, json: { error: { code: 'key_file_passphrase' } } });
      expect(readdirSync(folder)).not.toContain('never.pdf');
    });
  });

  describe.skipIf(!keys || !signed)('with external signed files', () => {
    const trust = ['rsa', 'ec', 'ed'].flatMap((kind) => ['--trust', join(keys ?? '', `out-${kind}`, 'root.cert.pem')]);
    const files = (kind: string) => (signed ? readdirSync(join(signed, kind)) : []);

    test.each(files('valid'))('accepts valid/%s', (file) => {
      expect(countersign('verify', join(signed ?? '', 'valid', file), ...trust)).toMatchObject({ status: 0, json: { acceptable: true } });
    });

    test.each(files('attack').filter((file) => file !== 'revoked-bt.pdf'))('refuses attack/%s', (file) => {
      expect(countersign('verify', join(signed ?? '', 'attack', file), ...trust)).toMatchObject({ status: 1, json: { acceptable: false } });
    });

    test('refuses attack/revoked-bt.pdf with the CRL of its issuer', () => {
      const file = join(signed ?? '', 'attack', 'revoked-bt.pdf');
      const list = join(root, 'crates/verify/tests/fixtures/issuing-ca.crl');
      expect(countersign('verify', file, ...trust, '--offline', '--crl', list)).toMatchObject({ status: 3, json: { acceptable: false, signatures: [{ subIndication: 'REVOKED_NO_POE' }] } });
      expect(countersign('verify', file, ...trust, '--offline', '--require-revocation')).toMatchObject({ status: 3, json: { signatures: [{ subIndication: 'TRY_LATER' }] } });
    });

    test('prints a verdict in words', () => {
      const { status, stdout } = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), 'verify', join(signed ?? '', 'valid', 'blta.pdf'), ...trust, '--offline', '--text'], { encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout).toContain('Signed by Alice Signer');
      expect(stdout).toContain('PAdES B-LTA.');
    });

    test('prints fields filled after a signature with their values', () => {
      const { status, stdout } = spawnSync(process.execPath, [join(root, 'bindings/bin/countersign.mjs'), 'verify', join(signed ?? '', 'valid', 'later-formfill.pdf'), ...trust, '--offline', '--text'], { encoding: 'utf8' });
      expect(status).toBe(0);
      expect(stdout).toMatch(/^ {2}\+ field \S+ was filled: ".+"/m);
    });
  });
});
