/** Renders the audit trail as a PDF. */
import { fillText as fill, readableLocale, textsOf } from '#server/platform/texts.ts';
import type { AuditFacts, AuditReader, AuditSigner } from './audit-facts.ts';
import { quiet, ReportPage, timeOf } from './report-page.ts';

const texts = textsOf('server');
type Texts = typeof texts.en.audit;

const historyName = 'history.json';
const historyFormat = 'countersign-history/1';

const historyOf = ({ id, title, versions }: AuditFacts['documents'][number]) => ({
  id, title, versions: versions.map(({ version, kind, at, size, hash }) => ({ version, kind, at: at.toISOString(), size, sha256: hash })),
});

export async function renderAudit(facts: AuditFacts): Promise<Buffer> {
  const locale = readableLocale(facts.locale);
  const page = await AuditPage.open(texts[locale].audit, locale, facts);
  page.heading();
  page.summary();
  page.signers();
  page.readers();
  page.documents();
  page.steps();
  page.evidence();
  return page.finish();
}

class AuditPage {
  readonly #page: ReportPage;
  readonly #t: Texts;
  readonly #facts: AuditFacts;

  static async open(t: Texts, locale: string, facts: AuditFacts): Promise<AuditPage> {
    return new AuditPage(await ReportPage.open({ title: fill(t.of, { title: facts.transaction.name }), locale, madeAt: facts.madeAt }), t, facts);
  }

  private constructor(page: ReportPage, t: Texts, facts: AuditFacts) {
    this.#page = page;
    this.#t = t;
    this.#facts = facts;
  }

  heading(): void {
    this.#page.write('H1', this.#t.title, { size: 22 });
    this.#page.write('P', this.#facts.transaction.name, { size: 13 });
    this.#page.write('P', fill(this.#t.made, { installation: this.#facts.installation, time: timeOf(this.#facts.madeAt) }), { size: 9, color: quiet });
  }

  summary(): void {
    const { transaction } = this.#facts;
    this.#page.title(this.#t.summary);
    this.#page.row(this.#t.name, transaction.name);
    this.#page.row(this.#t.id, transaction.id);
    this.#page.row(this.#t.status, this.#t.statuses[transaction.status]);
    this.#page.row(this.#t.sender, transaction.sender);
    this.#page.row(this.#t.created, timeOf(transaction.created));
    this.#page.row(this.#t.started, timeOf(transaction.started));
    this.#page.row(this.#t.ended, timeOf(transaction.ended));
    if (transaction.reason) this.#page.row(this.#t.reason, transaction.reason);
  }

  signers(): void {
    this.#page.title(this.#t.signers);
    for (const signer of this.#facts.signers) this.#signer(signer);
  }

  readers(): void {
    if (this.#facts.readers.length === 0) return;
    this.#page.title(this.#t.readers);
    for (const reader of this.#facts.readers) this.#reader(reader);
  }

  documents(): void {
    this.#page.title(this.#t.documents);
    for (const document of this.#facts.documents) {
      this.#page.subtitle(document.title, 60);
      this.#page.row(this.#t.id, document.id);
      for (const each of document.versions) {
        const kind = fill(this.#t.kinds[each.kind], { name: each.by });
        this.#page.gap(0.3);
        this.#page.write('P', fill(this.#t.version, { version: each.version, kind }), { size: 9.5, room: 44 });
        this.#page.write('P', `${timeOf(each.at)} · ${fill(this.#t.bytes, { size: each.size })}`, { size: 8.5, color: quiet });
        this.#page.write('P', `${this.#t.sha} ${each.hash}`, { size: 8.5, color: quiet });
      }
    }
  }

  steps(): void {
    this.#page.title(this.#t.steps);
    for (const step of this.#facts.steps) {
      const what = [this.#t.actions[step.action], step.detail].filter(Boolean).join(': ');
      this.#page.write('P', `${timeOf(step.at)}  ${what}`, { size: 9.5, room: 40 });
      this.#page.write('P', [step.who ?? this.#t.installation, step.from].filter(Boolean).join(' · '), { size: 8.5, color: quiet });
      this.#page.gap(0.3);
    }
    this.#page.gap(0.8);
    this.#page.write('P', fill(this.#t.chain, { head: this.#facts.head, count: this.#facts.steps.length }), { size: 8.5, color: quiet, room: 40 });
  }

  /**
   * Attaches the exact input of every hash, so that experts can verify the chain without this installation
   * (docs/signing.md).
   */
  evidence(): void {
    const { transaction, documents, records, installation, madeAt } = this.#facts;
    const content = { format: historyFormat, installation, madeAt: madeAt.toISOString(), transaction: transaction.id, documents: documents.map(historyOf), events: records };
    this.#page.attach({ name: historyName, type: 'application/json', description: this.#t.history, content: Buffer.from(JSON.stringify(content, null, 1)) });
    this.#page.write('P', fill(this.#t.historyAttached, { name: historyName }), { size: 8.5, color: quiet, room: 30 });
  }

  finish(): Promise<Buffer> {
    return this.#page.finish((page, pages) => fill(this.#t.page, { page, pages }));
  }

  #signer(signer: AuditSigner): void {
    this.#page.subtitle(signer.name, 110);
    this.#page.row(this.#t.contact, signer.contact);
    if (signer.inPerson) this.#presence(signer.inPerson);
    this.#page.row(signer.inPerson ? this.#t.hostSignedIn : this.#t.identified, this.#signInOf(signer));
    this.#page.row(this.#t.certificate, this.#certificateOf(signer));
    this.#page.row(this.#t.invited, timeOf(signer.invited));
    this.#page.row(this.#t.viewed, timeOf(signer.viewed));
    this.#page.row(this.#t.signed, timeOf(signer.signed));
    if (signer.from) this.#page.row(this.#t.from, signer.from);
    if (signer.level) this.#page.row(this.#t.level, `PAdES ${signer.level}`);
  }

  #reader(reader: AuditReader): void {
    const isApprover = reader.participation === 'approver';
    this.#page.subtitle(reader.name, 80);
    this.#page.row(this.#t.participation, isApprover ? this.#t.approver : this.#t.viewer);
    this.#page.row(this.#t.contact, reader.contact);
    if (reader.done) this.#page.row(this.#t.identified, this.#signInOf({ ...reader, signed: reader.done }));
    this.#page.row(this.#t.invited, timeOf(reader.invited));
    this.#page.row(this.#t.viewed, timeOf(reader.viewed));
    this.#page.row(isApprover ? this.#t.approved : this.#t.viewedAll, timeOf(reader.done));
    if (reader.from) this.#page.row(this.#t.from, reader.from);
    for (const { title, version, hash } of reader.documents) {
      this.#page.write('P', `${title} · ${fill(this.#t.versionNumber, { version })}`, { size: 8.5, color: quiet });
      this.#page.write('P', `${this.#t.sha} ${hash}`, { size: 8.5, color: quiet });
    }
  }

  /** On another person's device, only a code sent to the signer's own address proves their presence. */
  #presence({ host, code }: NonNullable<AuditSigner['inPerson']>): void {
    this.#page.row(this.#t.inPerson, fill(this.#t.inPersonWith, { host }));
    this.#page.row(this.#t.presence, code ? fill(this.#t.presenceCode, { address: code.address, time: timeOf(code.at) }) : fill(this.#t.presenceNone, { host }));
  }

  #signInOf({ signed, signIn, byApplication }: Pick<AuditSigner, 'signed' | 'signIn' | 'byApplication'>): string {
    if (!signed) return this.#t.identifiedNot;
    if (byApplication) return this.#t.ways.application;
    const known = signIn !== null && Object.hasOwn(this.#t.ways, signIn.how) ? (signIn.how as keyof Texts['ways']) : 'unknown';
    const way = this.#t.ways[known];
    return [signIn?.secondStep ? fill(this.#t.withSecondStep, { way }) : way, signIn?.at ? timeOf(signIn.at) : null].filter(Boolean).join(' · ');
  }

  #certificateOf({ certificate }: AuditSigner): string {
    if (!certificate) return '–';
    const { serial, holder, issuer, keyOfServer } = certificate;
    const text = issuer === null ? fill(this.#t.certificateHere, { serial, holder }) : fill(this.#t.certificateOf, { serial, holder, issuer });
    return keyOfServer ? `${text} ${this.#t.keyOfServer}` : text;
  }
}
