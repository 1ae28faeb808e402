/** People who upload, send and sign without pause, whatever happens to the server; what they were told is done is written down. */
import { createHash } from 'node:crypto';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { defaultPlan, planContents, plans } from '#contract/plans.ts';
import { newId } from '#server/platform/id.ts';
import { makeOwnForm } from '../fixtures/own-form.ts';
import type { Client } from '../api/client.ts';
import { deliver, enroll, signedCopy, startForReal, type SigningKey } from '../api/real-signing.ts';
import { contact } from '../api/transaction-world.ts';
import type { Installation } from './installation.ts';

/** What the server has acknowledged. */
export interface Acknowledged {
  /** Hash of each file's first version, by its id. */
  files: Map<string, string>;
  created: Set<string>;
  started: Set<string>;
  completed: Set<string>;
}

/** What everybody may start for nothing. */
const quota = planContents[plans[defaultPlan].key].transactions;
/** People do not give up. */
const longestTry = 600_000;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

export class Workload {
  readonly acknowledged: Acknowledged = { files: new Map(), created: new Set(), started: new Set(), completed: new Set() };
  /** How long each round took, from its upload to its signature, in milliseconds. */
  readonly rounds: number[] = [];
  /** How often something had to be tried again. */
  retries = 0;
  readonly senders: Client[] = [];
  readonly #installation: Pick<Installation, 'person'>;
  readonly #engine: Engine;
  readonly #form: Uint8Array;
  #stopped = false;
  #running: Promise<void>[] = [];

  private constructor(installation: Pick<Installation, 'person'>, engine: Engine, form: Uint8Array) {
    this.#installation = installation;
    this.#engine = engine;
    this.#form = form;
  }

  static async open(installation: Pick<Installation, 'person'>): Promise<Workload> {
    return new Workload(installation, await createNodeEngine(), await makeOwnForm());
  }

  /** So many pairs of a sender and a signer, side by side. */
  start(pairs: number): void {
    this.#running = Array.from({ length: pairs }, (_, index) => this.#goOn(index));
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
    await this.#engine.close();
  }

  async #goOn(index: number): Promise<void> {
    const signer = await this.#insist(() => this.#installation.person(`signer-${index}`));
    const key = await this.#insist(() => enroll(signer));
    for (let round = 0; !this.#stopped; round += 1) {
      const sender = await this.#insist(() => this.#installation.person(`sender-${index}-${round}`));
      this.senders.push(sender);
      for (let started = 0; started < quota && !this.#stopped; started += 1) {
        const began = performance.now();
        // Of every three documents, two are uploaded as tails.
        await this.#round(sender, signer, key, started % 3 !== 0);
        this.rounds.push(performance.now() - began);
      }
    }
  }

  async #round(sender: Client, signer: Client, key: SigningKey, asTails: boolean): Promise<void> {
    const fileId = await this.#addFile(sender);
    const id = newId();
    await this.#insist(() => sender.call('transactions.create', { body: { id, name: `Lease ${id}`, fileIds: [fileId] } }));
    this.acknowledged.created.add(id);
    const draft = await this.#insist(() => sender.call('transactions.update', { params: { id }, body: { recipients: [contact(signer.email)] } }));
    await this.#insist(async () => {
      const now = await sender.call('transactions.get', { params: { id } });
      return now.status === 'created' || now.status === 'draft' ? startForReal(this.#engine, sender, draft, { asTails }) : now;
    });
    this.acknowledged.started.add(id);
    await this.#insist(async () => {
      const now = await signer.call('transactions.get', { params: { id } });
      if (now.status === 'completed') return;
      const signed = await signedCopy(this.#engine, signer, key, now, fileId);
      const { status, body } = await deliver(signer, now, fileId, signed, asTails ? await signer.contentOf(fileId) : undefined);
      if (status >= 300) throw new Error(JSON.stringify(body));
    });
    this.acknowledged.completed.add(id);
  }

  async #addFile(sender: Client): Promise<string> {
    const id = newId();
    const bodyRef = await this.#insist(async () => {
      const upload = await sender.call('files.uploadUrl', { body: { mimeType: 'application/pdf' } });
      const stored = await sender.put(upload.url, this.#form);
      if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
      return upload.bodyRef;
    });
    // Sent again as it was, when its answer got lost: another body under the same id would be another document.
    await this.#insist(() => sender.call('files.createMeta', { body: { id, bodyRef, attributes: { title: `Lease ${id}.pdf` } } }));
    this.acknowledged.files.set(id, createHash('sha256').update(this.#form).digest('hex'));
    return id;
  }

  /** Tries until it is acknowledged, as a client does that keeps its work. */
  async #insist<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    const until = Date.now() + longestTry;
    for (;;) {
      try {
        return await act();
      } catch (error) {
        if (Date.now() > until) throw error;
        this.retries += 1;
        await pause(200);
      }
    }
  }
}
