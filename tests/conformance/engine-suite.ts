import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Engine, PdfDocument } from '@countersign/core';
import { bytesOf, createNodeEngine } from '@countersign/core/node';
import { asFile, qpdfProblems, textOf } from '../support/judges.ts';
import { root } from '../support/shared.ts';
import { selfSigned } from '../support/signer.ts';
import { choiceDocument, drawnPage, fieldToPlace, formDocument, joined, plainDocument } from './documents.ts';

const now = () => Math.floor(Date.now() / 1000);

/** What every engine must do, whatever thread the core runs in. Outputs are judged by other programs. */
export function engineSuite(name: string, create: () => Promise<Engine>): void {
  describe(name, () => {
    let engine: Engine;
    let folder: string;

    beforeAll(async () => {
      engine = await create();
      folder = mkdtempSync(join(tmpdir(), 'countersign-conformance-'));
    });

    afterAll(async () => {
      await engine.close();
      rmSync(folder, { recursive: true, force: true });
    });

    const sound = (file: string, bytes: Uint8Array) => {
      const path = asFile(folder, file, bytes);
      expect(qpdfProblems(path)).toBe('');
      return path;
    };

    test('describes a document', async () => {
      const document = await engine.open(await formDocument());
      expect(document.info).toMatchObject({ pages: 1, version: '1.7', encrypted: false });
      expect(document.info.permissions.fillForms).toBe(true);
      await document.close();
    });

    test('reads the fields of another library', async () => {
      const document = await engine.open(await formDocument());
      const fields = await document.fields();
      expect(fields.map(({ fieldName, type }) => [fieldName, type])).toEqual([
        ['full name', 'text'],
        ['agreed', 'checkmark'],
        ['colour.0', 'radio'],
        ['colour.1', 'radio'],
      ]);
      expect(fields[0]?.rect.x).toBeCloseTo((56 / 612) * 100, 0);
    });

    test.each([
      ['no PDF', new TextEncoder().encode('This is a letter, not a PDF.'), 'pdf_corrupted'],
      ['an empty file', new Uint8Array(), 'pdf_parsing_error_no_buffer'],
      ['half a header', new TextEncoder().encode('%PDF-1.'), 'pdf_corrupted'],
    ])('reports why it cannot open %s', async (_title, bytes, code) => {
      await expect(engine.open(bytes)).rejects.toMatchObject({ code });
    });

    test('fills text, checkboxes and radio buttons so that other readers show them', async () => {
      const base = await formDocument();
      const document = await engine.open(base);
      const tail = await document.merge({ 'full name': 'Ada Byron', agreed: true });
      const filled = joined(base, tail.bytes);
      expect(tail.baseLength).toBe(base.length);
      expect(textOf(sound('filled.pdf', filled))).toContain('Ada Byron');
      const again = await (await engine.open([base, tail.bytes])).fields();
      expect(again.find(({ fieldName }) => fieldName === 'full name')?.value).toBe('Ada Byron');
      expect(again.find(({ fieldName }) => fieldName === 'agreed')?.value).toBe(true);
    });

    test.each([
      ['Greek', 'Ελληνική Δημοκρατία'],
      ['Ukrainian', 'Київ, вулиця Ґалаґанівська'],
      ['Turkish', 'İstanbul Şişli ığdır'],
      ['Chinese', '电子签名合同'],
      ['Japanese', '電子署名サービスです'],
      ['Korean', '김철수 서명'],
      ['Arabic', 'محمد علي'],
      ['Hebrew', 'שלום עולם'],
      ['Thai', 'สวัสดี'],
      ['emoji', '👍🏽 ok'],
    ])('writes %s with a font loaded for it', async (_script, value) => {
      const base = await formDocument();
      const tail = await (await engine.open(base)).merge({ 'full name': value });
      const path = sound('script.pdf', joined(base, tail.bytes));
      expect(textOf(path).replaceAll(/[\s\p{Cf}]/gu, '')).toContain(value.replaceAll(/\s/g, ''));
      expect(tail.bytes.length).toBeLessThan(60_000);
    });

    test('loads fonts for text that the document itself contains', async () => {
      const base = await choiceDocument();
      const tail = await (await engine.open(base)).merge({ country: 'jp' });
      expect(textOf(sound('choice.pdf', joined(base, tail.bytes)))).toContain('日本');
      const flat = await (await engine.open([base, tail.bytes])).merge({}, { flatten: true });
      expect(textOf(sound('choice.pdf', joined(joined(base, tail.bytes), flat.bytes)))).toContain('日本');
    });

    test('reports characters without a font', async () => {
      const document = await engine.open(await formDocument());
      await expect(document.merge({ 'full name': 'cuneiform \u{12000}' })).rejects.toMatchObject({ code: 'pdf_merge_fields_failed', message: expect.stringContaining('no font shows \u{12000}') });
    });

    test('lists characters without a font in advance', async () => {
      expect(await engine.missingCharacters('Zoë 김철수 محمد שלום ไทย 👍🏽 ☎️\u{feff}\t')).toEqual([]);
      expect(await engine.missingCharacters('a \u{12000} b \u{e000} \u{12000}')).toEqual(['\u{12000}', '\u{e000}']);
    });

    test('flattens fields on request', async () => {
      const base = await formDocument();
      const tail = await (await engine.open(base)).merge({ 'full name': 'Ada Byron', agreed: true }, { flatten: true });
      const path = sound('flat.pdf', joined(base, tail.bytes));
      expect(textOf(path)).toContain('Ada Byron');
      expect(await (await engine.open([base, tail.bytes])).fields()).toEqual([]);
    });

    test('refuses to flatten a signed document', async () => {
      const document = await engine.open(await signedDocument(engine));
      await expect(document.merge({}, { flatten: true })).rejects.toMatchObject({ code: 'signatures_invalidation' });
    });

    test('refuses an unknown field and changes nothing', async () => {
      const document = await engine.open(await formDocument());
      await expect(document.merge({ 'full name': 'Ada', nowhere: 'x' })).rejects.toMatchObject({ code: 'pdf_merge_fields_failed' });
      expect((await document.fields())[0]?.value).not.toBe('Ada');
    });

    test('checks in advance whether a document can be signed', async () => {
      const plain = await plainDocument();
      await (await engine.open(plain)).checkSignable();
      // A table whose trailer leads to a stream as well: readers that know only tables see another document.
      const text = new TextDecoder('latin1').decode(plain);
      const hybrid = Uint8Array.from(text.replace('trailer\n<<', 'trailer\n<< /XRefStm 9'), (letter) => letter.charCodeAt(0));
      await expect((await engine.open(hybrid)).checkSignable()).rejects.toMatchObject({ code: 'sign_hybrid' });
    });

    test('places fields and reads them back unchanged', async () => {
      const base = await plainDocument();
      const placed = [fieldToPlace('text-1', 'text', 10), fieldToPlace('mark-1', 'checkmark', 20), fieldToPlace('date-1', 'date', 30), fieldToPlace('image-1', 'image', 40)];
      const tail = await (await engine.open(base)).placeFields(placed);
      sound('placed.pdf', joined(base, tail.bytes));
      const fields = await (await engine.open([base, tail.bytes])).fields();
      expect(fields.map(({ fieldName, type }) => [fieldName, type])).toEqual([
        ['text-1', 'text'],
        ['mark-1', 'checkmark'],
        ['date-1', 'date'],
        ['image-1', 'image'],
      ]);
      expect(fields.map(({ rect }) => rect)).toEqual(placed.map((place) => place.field?.rect));
    });

    test('signs in two steps with an external key and validates the result', async () => {
      const signed = await signedDocument(engine);
      sound('signed.pdf', signed);
      const document = await engine.open(signed);
      const [report] = await document.verify({ trust: [], at: now(), ignoreTrust: true });
      expect(report).toMatchObject({ field: 'signature-1', intact: true, coversWholeFile: true, trusted: false, acceptable: true, level: 'B-B' });
      expect(report?.signer?.commonName).toBe('Ada Byron');
    });

    test('removes signatures and leaves the rest unchanged', async () => {
      const signed = await signedDocument(engine);
      const document = await engine.open(signed);
      const stripped = await bytesOf(signed, await document.stripSignatures());
      const path = sound('stripped.pdf', stripped);
      expect(textOf(path)).toBe(textOf(asFile(folder, 'signed.pdf', signed)));
      const again = await engine.open(stripped);
      expect(await again.signatures()).toEqual([]);
      expect(await again.fields()).toEqual([]);
      expect(again.info.revisions).toHaveLength(1);
      const text = Buffer.from(stripped).toString('latin1');
      for (const trace of ['/ByteRange', '/SigFlags', '/Sig', '/Widget', '/DSS', '/Perms']) expect(text).not.toContain(trace);
    });

    test('trusts only the given roots', async () => {
      const document = await engine.open(await signedDocument(engine));
      const [report] = await document.verify({ trust: [], at: now() });
      expect(report).toMatchObject({ intact: true, trusted: false, acceptable: false });
    });

    test('detects a changed byte', async () => {
      const signed = await signedDocument(engine);
      const at = Buffer.from(signed).indexOf('stream\n') + 12;
      signed[at] = (signed[at] ?? 0) ^ 1;
      const [report] = await (await engine.open(signed)).verify({ trust: [], at: now(), ignoreTrust: true });
      expect(report).toMatchObject({ intact: false, acceptable: false });
    });

    test('refuses a signature value of another key', async () => {
      const { document, signer } = await toSign(engine);
      const stranger = await selfSigned('Somebody else');
      const prepared = await document.prepareSignature({ field: 'signature-1', certificate: signer.certificate, signingTime: now() });
      await expect(engine.completeWithSignature(prepared.session, await stranger.sign(prepared.tbs))).rejects.toMatchObject({ code: 'sign_mismatch' });
    });

    test('reads the sessions of every other engine and produces the same bytes', async () => {
      const other = await createNodeEngine();
      const { base, document, signer } = await toSign(engine);
      const options = { field: 'signature-1', certificate: signer.certificate, signingTime: now(), lines: ['Ada Byron', 'Ада Байрон'] };
      const here = await document.prepareSignature(options);
      const there = await (await other.open(base)).prepareSignature(options);
      expect(there.session).toEqual(here.session);
      const value = await signer.sign(here.tbs);
      expect(await other.completeWithSignature(here.session, value)).toEqual(await engine.completeWithSignature(there.session, value));
      expect(await engine.sessionInfo(there.session)).toEqual(await other.sessionInfo(here.session));
      await document.checkSession(there.session);
      await other.close();
    });

    test('signs content of any kind beside it, in two steps, and validates the result', async () => {
      const other = await createNodeEngine();
      const signer = await selfSigned('Ada Byron');
      const page = new TextEncoder().encode('<html xmlns="http://www.w3.org/1999/xhtml"/>');
      const options = { certificate: signer.certificate, signingTime: now() };
      const prepared = await engine.prepareDetached(page, options);
      expect(await other.prepareDetached(page, options)).toEqual(prepared);
      const value = await signer.sign(prepared.tbs);
      const cms = await engine.completeDetached(prepared.session, value);
      expect(await other.completeDetached(prepared.session, value)).toEqual(cms);
      await expect(engine.completeWithSignature(prepared.session, value)).rejects.toMatchObject({ code: 'sign_session' });
      await expect(engine.addDetachedTimestamp(cms, { request: await engine.detachedTimestampRequest(cms), response: page })).rejects.toMatchObject({ code: 'timestamp_unreadable' });
      const trust = [signer.certificate];
      expect(await engine.verifyDetached(page, cms, { trust, at: now() })).toMatchObject({ intact: true, trusted: true, acceptable: true, coversWholeFile: true, level: 'B-B', field: null, signer: { commonName: 'Ada Byron' } });
      expect(await engine.verifyDetached(page.subarray(1), cms, { trust, at: now() })).toMatchObject({ intact: false, indication: 'failed', subIndication: 'HASH_FAILURE' });
      expect(await engine.verifyDetached(page, page, { trust, at: now() })).toMatchObject({ intact: false, findings: [{ code: 'cms_unreadable' }] });
      expect(await engine.detachedRevocationRequests(cms, { trust, at: now() })).toEqual([]);
      await other.close();
    });

    test('continues the hash state of a file, and signs and verifies from it on', async () => {
      const { base, signer } = await toSign(engine);
      const known = await engine.hashState(base);
      const document = await engine.open(base, { knownPrefix: { ...known, objects: await (await engine.open(base)).describeObjects() } });
      const { session, tbs } = await document.prepareSignature({ field: 'signature-1', certificate: signer.certificate, signingTime: now() });
      const { bytes } = await engine.completeWithSignature(session, await signer.sign(tbs));
      expect(await engine.continueHash(known.state, bytes)).toEqual(await engine.hashState([base, bytes]));
      const [report] = await (await engine.open([base, bytes], { knownPrefix: known })).verify({ trust: [signer.certificate], at: now(), since: base.length });
      expect(report).toMatchObject({ field: 'signature-1', acceptable: true });
      await expect(engine.continueHash(known.state.subarray(1), bytes)).rejects.toMatchObject({ code: 'hash_state' });
    });

    test('lists the changes of a later revision', async () => {
      const base = await formDocument();
      const tail = await (await engine.open(base)).merge({ 'full name': 'Ada Byron' });
      const document = await engine.open([base, tail.bytes]);
      const changes = await document.compareRevisions(base.length, base.length + tail.bytes.length);
      expect(changes.filledFields).toEqual(['full name']);
      expect(changes.acceptable).toBe(true);
    });

    test('encrypts a document with passwords and decrypts it', async () => {
      const base = await formDocument();
      const secret = await bytesOf(base, await (await engine.open(base)).encrypt({ user: 'Reader 1', owner: 'Owner 1', permissions: { modifyContent: false, assembleDocument: false } }));
      expect(qpdfProblems(asFile(folder, 'encrypted.pdf', secret), 'Reader 1')).toBe('');
      await expect(engine.open(secret)).rejects.toMatchObject({ code: 'pdf_password' });
      await expect(engine.open(secret, { password: 'reader 1' })).rejects.toMatchObject({ code: 'pdf_incorrect_password' });
      const asUser = await engine.open(secret, { password: 'Reader 1' });
      expect(asUser.info).toMatchObject({ encrypted: true, permissions: { annots: true, assembleDocument: false, copy: true, fillForms: true, modifyContent: false, printDocument: true, printRepresentation: true } });
      expect(await asUser.fields()).toEqual(await (await engine.open(base)).fields());
      await expect(asUser.decrypt()).rejects.toMatchObject({ code: 'failed_to_decrypt' });
      await expect(asUser.changePassword({ user: 'a', owner: 'b' })).rejects.toMatchObject({ code: 'failed_to_update_password' });
      const plain = await bytesOf(secret, await (await engine.open(secret, { password: 'Owner 1' })).decrypt());
      sound('decrypted.pdf', plain);
      expect((await engine.open(plain)).info).toMatchObject({ encrypted: false, pages: 1 });
    });

    test('fills, places and signs only as the permissions allow', async () => {
      const base = await formDocument();
      const secret = async (permissions: object) => bytesOf(base, await (await engine.open(base)).encrypt({ user: 'reads', owner: 'owns', permissions }));
      const signature = { field: { name: 'New' }, certificate: (await selfSigned('Ada')).certificate, signingTime: Math.floor(Date.now() / 1000) };
      const outcomes = async (bytes: Uint8Array, password: string, ignorePermissions = false) => {
        const document = await engine.open(bytes, { password, ignorePermissions });
        const tries = [document.merge({ 'full name': 'Ada' }), document.placeFields([fieldToPlace('new', 'text', 80)]), document.prepareSignature(signature)];
        const settled = await Promise.allSettled(tries);
        return settled.map((one) => (one.status === 'fulfilled' ? 'done' : one.reason.code));
      };
      const closed = await secret({ modifyContent: false, annots: false, fillForms: false });
      expect(await outcomes(closed, 'reads')).toEqual(['pdf_not_permitted', 'pdf_not_permitted', 'pdf_not_permitted']);
      expect(await outcomes(closed, 'owns')).toEqual(['done', 'done', 'done']);
      expect(await outcomes(closed, 'reads', true)).toEqual(['done', 'done', 'done']);
      expect(await outcomes(await secret({ modifyContent: false, annots: false, fillForms: true }), 'reads')).toEqual(['done', 'pdf_not_permitted', 'pdf_not_permitted']);
    });

    test('writes no signed document anew, and names the signature', async () => {
      const signed = await signedDocument(engine);
      const document = await engine.open(signed);
      const refusal = { code: 'signatures_invalidation', details: { signature: 'signature-1', rule: 'signature', level: null } };
      await expect(document.encrypt({ user: 'a', owner: 'b' })).rejects.toMatchObject(refusal);
      await expect(document.placeFields([fieldToPlace('new', 'text', 80)])).rejects.toMatchObject({ ...refusal, details: { ...refusal.details, field: 'new' } });
      expect((await document.fields()).every(({ lockedBy }) => lockedBy === null)).toBe(true);
      const stripped = await bytesOf(signed, await document.stripSignatures());
      expect((await (await engine.open(stripped)).encrypt({ user: 'a', owner: 'b' })).method).toBe('rewritten');
    });

    test('locks fields by a certification, and says by which', async () => {
      const signed = await signedDocument(engine, { docMdp: 1 });
      const document = await engine.open(signed);
      await expect(document.merge({ 'full name': 'Ada' })).rejects.toMatchObject({ code: 'pdf_certified', details: { signature: 'signature-1', rule: 'doc_mdp', level: 1 } });
      const open = (await document.fields()).filter(({ value }) => typeof value !== 'object' || value === null);
      expect(open.map(({ readonly, lockedBy }) => [readonly, lockedBy])).toEqual(open.map(() => [true, 'signature-1']));
    });

    test('removes signatures only as the permissions allow', async () => {
      const base = await formDocument();
      const secret = await bytesOf(base, await (await engine.open(base)).encrypt({ user: 'reads', owner: 'owns', permissions: { modifyContent: false } }));
      await expect((await engine.open(secret, { password: 'reads' })).stripSignatures()).rejects.toMatchObject({ code: 'pdf_not_permitted' });
      expect((await (await engine.open(secret, { password: 'owns' })).stripSignatures()).method).toBe('rewritten');
    });

    test('refuses names of permissions and options that it does not know', async () => {
      const document = await engine.open(await formDocument());
      for (const wrong of [{ permissions: { print: false } }, { permission: { printDocument: false } }]) {
        await expect(document.encrypt({ user: 'a', owner: 'b', ...wrong } as never)).rejects.toMatchObject({ code: 'request_validation_error' });
        await expect(document.changePassword({ user: 'a', owner: 'b', ...wrong } as never)).rejects.toMatchObject({ code: 'request_validation_error' });
      }
    });

    test('finds what it does not refuse: texts that are cut, and names that are changed', async () => {
      const base = await formDocument();
      const document = await engine.open(base);
      const long = 'A text that is much too long for its field, whatever its size. '.repeat(5);
      expect((await document.merge({ 'full name': 'Ada' })).findings).toEqual([]);
      expect((await document.merge({ 'full name': long })).findings).toMatchObject([{ field: 'full name', problem: 'text_cut' }]);
      const { findings } = await document.placeFields([fieldToPlace('a.b', 'text', 80)]);
      expect(findings).toMatchObject([{ field: fieldToPlace('a.b', 'text', 80).field?.id, problem: 'name_changed', name: 'a_b' }]);
      const { certificate } = await selfSigned('Ada');
      const prepared = await document.prepareSignature({ field: { name: 'New' }, certificate, signingTime: now(), values: { 'full name': long } });
      expect(prepared.findings).toMatchObject([{ field: 'full name', problem: 'text_cut' }]);
    });

    test('leaves a field as it is whose value is undefined', async () => {
      const base = await formDocument();
      const first = await (await engine.open(base)).merge({ 'full name': 'Ada Byron' });
      const document = await engine.open([base, first.bytes]);
      const second = await document.merge({ 'full name': undefined, agreed: true } as never);
      const fields = await (await engine.open([base, first.bytes, second.bytes])).fields();
      expect(fields.find(({ fieldName }) => fieldName === 'full name')?.value).toBe('Ada Byron');
    });

    test('draws with fonts of the caller where those of the package have no letter', async () => {
      const base = await formDocument();
      const document = await engine.open(base);
      const fonts = [readFileSync(join(root, 'crates/forms/tests/fonts/LiberationSans-Regular.ttf'))].map((font) => new Uint8Array(font));
      const tail = await document.merge({ 'full name': 'Ωmega' }, { fonts });
      sound('own-font.pdf', joined(base, tail.bytes));
      expect(Buffer.from(tail.bytes).includes('LiberationSans')).toBe(true);
      const placed = await document.placeFields([{ field: { ...fieldToPlace('greek', 'text', 80).field, value: 'Ωmega' } }], { fonts });
      expect(Buffer.from(placed.bytes).includes('LiberationSans')).toBe(true);
    });

    test('changes passwords in place and creates a new key on request', async () => {
      const base = await formDocument();
      const secret = await bytesOf(base, await (await engine.open(base)).encrypt({ user: 'one', owner: 'two', permissions: { copy: false } }));
      const document = await engine.open(secret, { password: 'two' });
      const quick = await document.changePassword({ user: 'three', owner: 'four' });
      expect(quick.method).toBe('rewrapped');
      const rewrapped = await bytesOf(secret, quick);
      expect(rewrapped.length).toBe(secret.length);
      const whole = await document.changePassword({ user: 'three', owner: 'four' }, { reencrypt: true });
      expect(whole.method).toBe('rewritten');
      for (const bytes of [rewrapped, await bytesOf(secret, whole)]) {
        expect(qpdfProblems(asFile(folder, 'changed.pdf', bytes), 'three')).toBe('');
        await expect(engine.open(bytes, { password: 'two' })).rejects.toMatchObject({ code: 'pdf_incorrect_password' });
        expect((await engine.open(bytes, { password: 'four' })).info.permissions.copy).toBe(true);
        // What was allowed stays allowed, and no more.
        expect((await engine.open(bytes, { password: 'three' })).info.permissions.copy).toBe(false);
      }
    });

    test('reports why a document cannot be encrypted', async () => {
      const document = await engine.open(await plainDocument());
      await expect(document.encrypt({ user: '', owner: '' })).rejects.toMatchObject({ code: 'failed_to_encrypt' });
      await expect(document.decrypt()).rejects.toMatchObject({ code: 'failed_to_decrypt' });
      await expect(document.changePassword({ user: 'a', owner: 'b' })).rejects.toMatchObject({ code: 'failed_to_update_password' });
    });

    test('detects writing lines and a checkbox on a drawn page', async () => {
      const fields = await engine.detect(drawnPage(), { page: 3 });
      const count = (type: string) => fields.filter((field) => field.type === type).length;
      // The topmost line of a block may be taken for a heading's rule.
      expect(count('text')).toBeGreaterThanOrEqual(5);
      expect(count('checkmark')).toBe(1);
      expect(fields.every(({ page, detected }) => page === 3 && detected)).toBe(true);
      expect(await engine.isForm(fields, 1)).toBe(true);
    });

    test('names fields after adjacent text', async () => {
      const item = (text: string, x: number, y: number, width: number) => ({ text, x, y, width, height: 1.2 });
      const rect = (x: number, y: number, width: number) => ({ x, y, width, height: 1.8 });
      const fields = [
        { type: 'text' as const, rect: rect(30, 9.6, 40) }, { type: 'checkmark' as const, rect: rect(10, 20, 2) },
        { type: 'text' as const, rect: rect(10, 80, 20) }, { type: 'text' as const, rect: rect(30, 12.6, 40) },
      ];
      const textItems = [item('1a Your name:', 10, 10, 14), item('I agree', 13, 20.2, 8), item('1b Your name:', 10, 13, 14), item('Partner', 10, 11.6, 8)];
      const labels = await engine.labelFields(fields, { textItems, ratio: 1.3 });
      expect(labels[0]).toBe('Your name');
      expect(labels[1]).toBe('I agree');
      expect(new Set(labels).size).toBe(4);
      expect(await engine.labelFields([], { textItems: [], ratio: 1 })).toEqual([]);
      expect(await engine.labelFields(fields.slice(0, 1), { textItems: [], ratio: 1 })).toEqual([null]);
    });

    test('checks texts against formats', async () => {
      expect(await engine.checkText('email', 'ada@example.com')).toEqual([]);
      expect(await engine.checkText('social_security_number', '666-12-3456')).not.toEqual([]);
    });

    test('a closed document refuses calls, and closing twice has no effect', async () => {
      const document = await engine.open(await formDocument());
      await document.close();
      await document.close();
      await expect(document.fields()).rejects.toMatchObject({ code: 'pdf_parsing_error_no_proxy' });
    });
  });
}

async function toSign(engine: Engine): Promise<{ base: Uint8Array; document: PdfDocument; signer: Awaited<ReturnType<typeof selfSigned>> }> {
  const plain = await plainDocument();
  const placing = await (await engine.open(plain)).placeFields([fieldToPlace('signature-1', 'signature', 60, true)]);
  const base = joined(plain, placing.bytes);
  return { base, document: await engine.open(base), signer: await selfSigned('Ada Byron') };
}

async function signedDocument(engine: Engine, options: { docMdp?: number } = {}): Promise<Uint8Array> {
  const { base, document, signer } = await toSign(engine);
  const prepared = await document.prepareSignature({ field: 'signature-1', certificate: signer.certificate, signingTime: now(), ...options });
  const tail = await engine.completeWithSignature(prepared.session, await signer.sign(prepared.tbs));
  return joined(base, tail.bytes);
}
