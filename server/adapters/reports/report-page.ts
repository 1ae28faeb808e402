/** Pages of a report as PDF: tagged, searchable, with embedded fonts; A4 portrait. Content follows from top to bottom. */
import PDFDocument from 'pdfkit';
import { ReportText, type TextStyle } from './report-text.ts';

const margin = 56;
const labelWidth = 110;
export const ink = '#1b2127';
export const quiet = '#566069';

interface ReportSettings {
  title: string;
  locale: string;
  madeAt: Date;
}

interface Attachment {
  name: string;
  type: string;
  description: string;
  content: Buffer;
}

/** For example 2026-11-21 17:05:09, in UTC. */
export const timeOf = (moment: Date | null): string => moment?.toISOString().slice(0, 19).replace('T', ' ') ?? '–';

export class ReportPage {
  readonly #pdf: PDFKit.PDFDocument;
  readonly #root: PDFKit.PDFStructureElement;
  readonly #chunks: Buffer[] = [];
  readonly #text: ReportText;
  readonly #madeAt: Date;

  static async open({ title, locale, madeAt }: ReportSettings): Promise<ReportPage> {
    const pdf = new PDFDocument({
      size: 'A4', margins: { top: margin, left: margin, right: margin, bottom: margin + 12 }, bufferPages: true, pdfVersion: '1.7',
      tagged: true, displayTitle: true, lang: locale, info: { Title: title, CreationDate: madeAt, Producer: 'Countersign', Creator: 'Countersign' },
    });
    return new ReportPage(pdf, await ReportText.open(pdf, locale), madeAt);
  }

  private constructor(pdf: PDFKit.PDFDocument, text: ReportText, madeAt: Date) {
    this.#pdf = pdf;
    this.#text = text;
    this.#madeAt = madeAt;
    this.#pdf.on('data', (chunk: Buffer) => this.#chunks.push(chunk));
    this.#root = this.#pdf.struct('Document');
    this.#pdf.addStructure(this.#root);
  }

  /** Space of this many lines. */
  gap(lines: number): void {
    this.#pdf.moveDown(lines);
  }

  title(text: string): void {
    this.gap(0.8);
    this.write('H2', text, { size: 14, room: 120 });
    this.gap(0.2);
  }

  /** No space after the subtitle, so that it belongs visibly to what follows. */
  subtitle(text: string, room: number): void {
    this.gap(0.6);
    this.write('H3', text, { size: 11, room });
  }

  row(label: string, value: string): void {
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

  write(tag: string, text: string, { size, color = ink, room = 20 }: { size: number; color?: string; room?: number }): void {
    this.#makeRoom(room);
    this.#root.add(this.#pdf.struct(tag, {}, () => this.#set(text, { size, color })));
  }

  attach({ name, type, description, content }: Attachment): void {
    this.#pdf.file(content, { name, type, description, creationDate: this.#madeAt, modifiedDate: this.#madeAt });
  }

  /** Adds page numbers and returns the file. */
  async finish(labelOf: (page: number, pages: number) => string): Promise<Buffer> {
    const { count } = this.#pdf.bufferedPageRange();
    for (let index = 0; index < count; index += 1) {
      this.#pdf.switchToPage(index);
      this.#pdf.page.margins.bottom = 0;
      const label = labelOf(index + 1, count);
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

  /** Starts a new page unless this height is left, to keep related content together. */
  #makeRoom(height: number): void {
    if (this.#pdf.y + height > this.#pdf.page.height - this.#pdf.page.margins.bottom) this.#pdf.addPage();
  }

  #set(text: string, { left = margin, width = this.#pdf.page.width - margin - left, ...style }: Pick<TextStyle, 'size' | 'color'> & Partial<TextStyle>): void {
    this.#text.paragraph(text === '' ? '–' : text, { left, width, ...style });
    this.#pdf.x = margin;
  }
}
