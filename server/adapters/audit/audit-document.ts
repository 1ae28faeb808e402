/** Renders the audit trail as a PDF: tagged, searchable, with embedded fonts. */
import PDFDocument from 'pdfkit';
import { fillText as fill, readableLocale, textsOf } from '#server/platform/texts.ts';
import type { AuditFacts, AuditSigner } from './audit-facts.ts';
import { AuditText, type TextStyle } from './audit-text.ts';

const texts = textsOf('server');
type Texts = typeof texts.en.audit;

const margin = 56;
const ink = '#1b2127';
const quiet = '#566069';
const labelWidth = 110;

const historyName = 'history.json';
const historyFormat = 'countersign-history/1';

const historyOf = ({ id, title, versions }: AuditFacts['documents'][number]) => ({
  id, title, versions: versions.map(({ version, kind, at, size, hash }) => ({ version, kind, at: at.toISOString(), size, sha256: hash })),
});

/** Returns the PDF, A4 portrait. */
export async function renderAudit(facts: AuditFacts): Promise<Buffer> {
  const locale = readableLocale(facts.locale);
  const page = await AuditPage.open(texts[locale].audit, locale, facts);
  page.heading();
  page.summary();
  page.signers();
  page.documents();
  page.steps();
  page.evidence();
  return page.finish();
}

/** For example 2026-11-21 17:05:09, in UTC. */
const timeOf = (moment: Date | null): string => moment?.toISOString().slice(0, 19).replace('T', ' ') ?? '–';

class AuditPage {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #chunks: Buffer[] = [];
  readonly #text: AuditText;
  readonly #t: Texts;
  readonly #facts: AuditFacts;

  static async open(t: Texts, locale: string, facts: AuditFacts): Promise<AuditPage> {
    const title = fill(t.of, { title: facts.transaction.name });
    const pdf = new PDFDocument({
      size: 'A4', margins: { top: margin, left: margin, right: margin, bottom: margin + 12 }, bufferPages: true, pdfVersion: '1.7',
      tagged: true, displayTitle: true, lang: locale, info: { Title: title, CreationDate: facts.madeAt, Producer: 'Countersign', Creator: 'Countersign' },
    });
    return new AuditPage(pdf, await AuditText.open(pdf, locale), t, facts);
  }

  private constructor(pdf: PDFKit.PDFDocument, text: AuditText, t: Texts, facts: AuditFacts) {
    this.#pdf = pdf;
    this.#text = text;
    this.#t = t;
    this.#facts = facts;
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  heading(): void {
    this.#write('H1', this.#t.title, { size: 22 });
    this.#write('P', this.#facts.transaction.name, { size: 13 });
    this.#write('P', fill(this.#t.made, { installation: this.#facts.installation, time: timeOf(this.#facts.madeAt) }), { size: 9, color: quiet });
  }

  summary(): void {
    const { transaction } = this.#facts;
    this.#title(this.#t.summary);
    this.#row(this.#t.name, transaction.name);
    this.#row(this.#t.id, transaction.id);
    this.#row(this.#t.status, this.#t.statuses[transaction.status]);
    this.#row(this.#t.sender, transaction.sender);
    this.#row(this.#t.created, timeOf(transaction.created));
    this.#row(this.#t.started, timeOf(transaction.started));
    this.#row(this.#t.ended, timeOf(transaction.ended));
    if (transaction.reason) this.#row(this.#t.reason, transaction.reason);
  }

  signers(): void {
    this.#title(this.#t.signers);
    for (const signer of this.#facts.signers) this.#signer(signer);
  }

  documents(): void {
    this.#title(this.#t.documents);
    for (const document of this.#facts.documents) {
      this.#subtitle(document.title, 60);
      this.#row(this.#t.id, document.id);
      for (const each of document.versions) {
        const kind = fill(this.#t.kinds[each.kind], { name: each.by });
        this.#pdf.moveDown(0.3);
        this.#write('P', fill(this.#t.version, { version: each.version, kind }), { size: 9.5, room: 44 });
        this.#write('P', `${timeOf(each.at)} · ${fill(this.#t.bytes, { size: each.size })}`, { size: 8.5, color: quiet });
        this.#write('P', `${this.#t.sha} ${each.hash}`, { size: 8.5, color: quiet });
      }
    }
  }

  steps(): void {
    this.#title(this.#t.steps);
    for (const step of this.#facts.steps) {
      const what = [this.#t.actions[step.action], step.detail].filter(Boolean).join(': ');
      this.#write('P', `${timeOf(step.at)}  ${what}`, { size: 9.5, room: 40 });
      this.#write('P', [step.who ?? this.#t.installation, step.from].filter(Boolean).join(' · '), { size: 8.5, color: quiet });
      this.#pdf.moveDown(0.3);
    }
    this.#pdf.moveDown(0.8);
    this.#write('P', fill(this.#t.chain, { head: this.#facts.head, count: this.#facts.steps.length }), { size: 8.5, color: quiet, room: 40 });
  }

  /**
   * Attaches the exact input of every hash, so that experts can verify the chain without this installation
   * (docs/signing.md).
   */
  evidence(): void {
    const { transaction, documents, records, installation, madeAt } = this.#facts;
    const content = { format: historyFormat, installation, madeAt: madeAt.toISOString(), transaction: transaction.id, documents: documents.map(historyOf), events: records };
    this.#pdf.file(Buffer.from(JSON.stringify(content, null, 1)), { name: historyName, type: 'application/json', description: this.#t.history, creationDate: madeAt, modifiedDate: madeAt });
    this.#write('P', fill(this.#t.historyAttached, { name: historyName }), { size: 8.5, color: quiet, room: 30 });
  }

  /** Adds page numbers and returns the file. */
  async finish(): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(index);
      this.#pdf.page.margins.bottom = 0;
      const label = fill(this.#t.page, { page: index + 1, pages: count });
      this.#pdf.markContent('Artifact', { type: 'Pagination' });
      this.#pdf.y = this.#pdf.page.height - margin;
      this.#set(label, { size: 8, color: quiet });
      this.#pdf.endMarkedContent();
    }
    this.#root.end();
    const ended = new Promise<void>((resolve, reject) => this.#pdf.on('end', resolve).on('error', reject));
    this.#pdf.end();
    await ended;
    return Buffer.concat(this.#chunks);
  }

  #signer(signer: AuditSigner): void {
    this.#subtitle(signer.name, 110);
    this.#row(this.#t.contact, signer.contact);
    if (signer.inPerson) this.#presence(signer.inPerson);
    this.#row(signer.inPerson ? this.#t.hostSignedIn : this.#t.identified, this.#signInOf(signer));
    this.#row(this.#t.certificate, this.#certificateOf(signer));
    this.#row(this.#t.invited, timeOf(signer.invited));
    this.#row(this.#t.viewed, timeOf(signer.viewed));
    this.#row(this.#t.signed, timeOf(signer.signed));
    if (signer.from) this.#row(this.#t.from, signer.from);
    if (signer.level) this.#row(this.#t.level, `PAdES ${signer.level}`);
  }

  /** On another person's device, only a code sent to the signer's own address proves their presence. */
  #presence({ host, code }: NonNullable<AuditSigner['inPerson']>): void {
    this.#row(this.#t.inPerson, fill(this.#t.inPersonWith, { host }));
    this.#row(this.#t.presence, code ? fill(this.#t.presenceCode, { address: code.address, time: timeOf(code.at) }) : fill(this.#t.presenceNone, { host }));
  }

  #signInOf({ signed, signIn, byApplication }: AuditSigner): string {
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

  #title(text: string): void {
    this.#pdf.moveDown(0.8);
    this.#write('H2', text, { size: 14, room: 120 });
    this.#pdf.moveDown(0.2);
  }

  /** No space after the subtitle, so that it belongs visibly to what follows. */
  #subtitle(text: string, room: number): void {
    this.#pdf.moveDown(0.6);
    this.#write('H3', text, { size: 11, room });
  }

  #row(label: string, value: string): void {
    this.#makeRoom(28);
    const top = this.#pdf.y;
    this.#root.add(this.#pdf.struct('P', {}, () => {
      this.#set(label, { size: 9, color: quiet, width: labelWidth - 8 });
      const below = this.#pdf.y;
      this.#pdf.y = top;
      this.#set(value, { size: 9, color: ink, left: margin + labelWidth });
      this.#pdf.y = Math.max(this.#pdf.y, below);
    }));
    this.#pdf.x = margin;
  }

  #write(tag: string, text: string, { size, color = ink, room = 20 }: { size: number; color?: string; room?: number }): void {
    this.#makeRoom(room);
    this.#root.add(this.#pdf.struct(tag, {}, () => this.#set(text, { size, color })));
  }

  /** Starts a new page unless this height is left, to keep related content together. */
  #makeRoom(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - this.#pdf.page.margins.bottom) this.#pdf.addPage();
  }

  #set(text: string, { left = margin, width = this.#pdf.page.width - margin - left, ...style }: Pick<TextStyle, 'size' | 'color'> & Partial<TextStyle>): void {
    this.#text.paragraph(text === '' ? '–' : text, { left, width, ...style });
    this.#pdf.x = margin;
  }
}
