/** People who upload, send and sign without pause, whatever happens to the server; what they were told is done is written down. */
import { createHash } from 'node:crypto';
import { request } from 'node:http';
import { createNodeEngine, type Engine } from '@countersign/core/node';
import { defaultPlan, planContents, plans } from '#contract/plans.ts';
import { newId } from '#server/platform/id.ts';
import { joinParts } from '#server/services/storage/join-parts.ts';
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
  /** How many signed each of them. */
  completed: Map<string, number>;
  /** Hash of the current version of each file that tails are appended to, and their number. */
  appended: Map<string, { hash: string; count: number }>;
}

/** What everybody may start for nothing. */
const quota = planContents[plans[defaultPlan].key].transactions;
/** People do not give up. */
const longestTry = 600_000;
const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** As `body_parts_long` counts. */
const partsThatStay = 32;

interface Signer {
  person: Client;
  key: SigningKey;
}

const baseOf = (bytes: Uint8Array) => ({ size: bytes.length, hash: createHash('sha256').update(bytes).digest('hex') });

/** Does nothing where the tail is stored already, and its answer got lost. */
async function appendTail(person: Client, id: string, whole: Buffer, next: Buffer): Promise<void> {
  const { size } = await person.call('files.downloadUrl', { params: { id } });
  if (size === next.length) return;
  const { url } = await person.call('files.updateUrl', { params: { id }, body: { mimeType: 'application/pdf', base: baseOf(whole) } });
  const stored = await person.put(url, next.subarray(whole.length));
  if (stored.status !== 200) throw new Error(JSON.stringify(stored.body));
}

export class Workload {
  readonly acknowledged: Acknowledged = { files: new Map(), created: new Set(), started: new Set(), completed: new Map(), appended: new Map() };
  /** How long each round took, from its upload to its signature, in milliseconds. */
  readonly rounds: number[] = [];
  /** How often something had to be tried again. */
  retries = 0;
  /** Tails that were stopped half-way, documents that two people signed at once, and bodies that were joined while tails came. */
  halves = 0;
  together = 0;
  joined = 0;
  readonly senders: Client[] = [];
  readonly #installation: Pick<Installation, 'person' | 'infrastructure' | 'around'>;
  readonly #engine: Engine;
  readonly #form: Uint8Array;
  #stopped = false;
  #running: Promise<void>[] = [];

  private constructor(installation: Pick<Installation, 'person' | 'infrastructure' | 'around'>, engine: Engine, form: Uint8Array) {
    this.#installation = installation;
    this.#engine = engine;
    this.#form = form;
  }

  static async open(installation: Pick<Installation, 'person' | 'infrastructure' | 'around'>): Promise<Workload> {
    return new Workload(installation, await createNodeEngine(), await makeOwnForm());
  }

  /** So many senders with their signers, side by side, and somebody who appends to documents until their parts are joined. */
  start(pairs: number): void {
    this.#running = [...Array.from({ length: pairs }, (_, index) => this.#goOn(index)), this.#append()];
  }

  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#running);
    await this.#engine.close();
  }

  async #goOn(index: number): Promise<void> {
    const signers = [await this.#signer(`signer-${index}`), await this.#signer(`second-${index}`)] as const;
    for (let round = 0; !this.#stopped; round += 1) {
      const sender = await this.#insist(() => this.#installation.person(`sender-${index}-${round}`));
      this.senders.push(sender);
      for (let started = 0; started < quota && !this.#stopped; started += 1) {
        const began = performance.now();
        // Of every three documents, two are uploaded as tails, and one of these is signed by two at once.
        await this.#round(sender, started % 3 === 2 ? signers : [signers[0]], started % 3 !== 0);
        this.rounds.push(performance.now() - began);
      }
    }
  }

  async #signer(name: string): Promise<Signer> {
    const person = await this.#insist(() => this.#installation.person(name));
    return { person, key: await this.#insist(() => enroll(person)) };
  }

  async #round(sender: Client, signers: readonly Signer[], asTails: boolean): Promise<void> {
    const fileId = await this.#addFile(sender);
    const id = newId();
    await this.#insist(() => sender.call('transactions.create', { body: { id, name: `Lease ${id}`, fileIds: [fileId] } }));
    this.acknowledged.created.add(id);
    const draft = await this.#insist(() => sender.call('transactions.update', { params: { id }, body: { recipients: signers.map(({ person }) => contact(person.email, { signingOrder: 1 })) } }));
    await this.#insist(async () => {
      const now = await sender.call('transactions.get', { params: { id } });
      return now.status === 'created' || now.status === 'draft' ? startForReal(this.#engine, sender, draft, { asTails }) : now;
    });
    this.acknowledged.started.add(id);
    await Promise.all(signers.map((signer) => this.#sign(signer, { id, fileId, asTails })));
    this.acknowledged.completed.set(id, signers.length);
    if (signers.length > 1) this.together += 1;
  }

  /** Of two at once, one is refused, and signs again what the other has signed. */
  #sign({ person, key }: Signer, { id, fileId, asTails }: { id: string; fileId: string; asTails: boolean }): Promise<void> {
    return this.#insist(async () => {
      const now = await person.call('transactions.get', { params: { id } });
      if (now.recipients.find(({ email }) => email === person.email)?.completed) return;
      const base = await person.contentOf(fileId);
      const signed = await signedCopy(this.#engine, person, key, now, fileId);
      if (!signed.subarray(0, base.length).equals(base)) throw new Error('Somebody else has signed between the two');
      if (asTails) await this.#stopHalfWay(() => person.call('transactions.updateUrl', { params: { id }, body: { fileId, base: baseOf(base) } }), signed.subarray(base.length));
      const { status, body } = await deliver(person, now, fileId, signed, asTails ? base : undefined);
      if (status >= 300) throw new Error(JSON.stringify(body));
    });
  }

  /** A connection that breaks in the middle of a tail. */
  async #stopHalfWay(open: () => Promise<{ url: string }>, tail: Buffer): Promise<void> {
    const { pathname, search } = new URL((await open()).url);
    const { hostname, port } = new URL(this.#installation.around.node.url);
    await new Promise<void>((resolve) => {
      const call = request({ hostname, port, path: pathname + search, method: 'PUT', headers: { 'content-type': 'application/pdf', 'content-length': tail.length } });
      call.on('error', () => resolve()).on('close', () => resolve()).on('response', (response) => response.resume());
      call.write(tail.subarray(0, tail.length / 2), () => setTimeout(() => call.destroy(), Math.random() * 20));
    });
    this.halves += 1;
  }

  /** Appends to a document until it has more parts than stay, and goes on while they are joined. */
  async #append(): Promise<void> {
    const person = await this.#insist(() => this.#installation.person('appender'));
    while (!this.#stopped) {
      const id = await this.#addFile(person);
      let whole = Buffer.from(this.#form);
      for (let count = 1; count <= partsThatStay + 3 && !this.#stopped; count += 1) {
        const next = Buffer.concat([whole, Buffer.from(`% ${count}\n%%EOF\n`)]);
        const joining = count > partsThatStay ? this.#join() : undefined;
        await this.#insist(() => appendTail(person, id, whole, next));
        whole = next;
        this.acknowledged.appended.set(id, { hash: baseOf(whole).hash, count });
        await joining;
      }
    }
  }

  /** What the hourly job does. It may fail where the database or the storage is away, and is repeated. */
  async #join(): Promise<void> {
    this.joined += await joinParts(this.#installation.infrastructure).catch(() => 0);
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
