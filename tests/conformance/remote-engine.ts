import type { Engine, FilePart, NewFile, PdfDocument } from '@countersign/core';

/** A call on an engine in another place: JSON, bytes in base64. */
export type Ask = (question: string) => Promise<string>;

interface Question {
  target: number;
  operation: string;
  arguments: unknown[];
}

type Answer = { value: unknown } | { error: { code?: string; message: string; details?: unknown } };

/** Answers questions for an engine, where the engine is. */
export function serveEngine(engine: Engine, source: (input: unknown) => unknown): Ask {
  const documents = new Map<number, PdfDocument>();
  const open = async (input: unknown, options: unknown) => {
    const document = await engine.open((Array.isArray(input) ? input.map(source) : source(input)) as never, options as never);
    documents.set(documents.size + 1, document);
    return { handle: documents.size, info: document.info };
  };
  return async (question) => {
    const { target, operation, arguments: args } = decode(question) as Question;
    const owner = target === 0 ? engine : documents.get(target);
    try {
      const value = operation === 'open' ? await open(args[0], args[1]) : await Reflect.apply(Reflect.get(owner ?? {}, operation), owner, args);
      return encode({ value: isNewFile(value) ? { ...value, parts: await partsOf(value.parts) } : value });
    } catch (error) {
      const { code, message, details } = error as { code?: string; message: string; details?: unknown };
      return encode({ error: { code, message, details } });
    }
  };
}

/** An engine that asks another place. */
export function remoteEngine(ask: Ask): Engine {
  const call = async (target: number, operation: string, args: unknown[]) => {
    const answer = decode(await ask(encode({ target, operation, arguments: args }))) as Answer;
    if ('error' in answer) throw Object.assign(new Error(answer.error.message), answer.error);
    return hasParts(answer.value) ? { ...answer.value, parts: inTurn(answer.value.parts) } : answer.value;
  };
  const forwarding = (target: number, own: object) =>
    new Proxy(own, { get: (_own, name) => Reflect.get(own, name) ?? (name === 'then' ? undefined : (...args: unknown[]) => call(target, String(name), args)) });
  const open = async (...args: unknown[]) => {
    const { handle, info } = (await call(0, 'open', args)) as { handle: number; info: unknown };
    return forwarding(handle, { info });
  };
  return forwarding(0, { open }) as Engine;
}

/** All parts of a new file. */
export async function partsOf(parts: AsyncIterable<FilePart>): Promise<FilePart[]> {
  const all: FilePart[] = [];
  for await (const part of parts) all.push(part);
  return all;
}

function isNewFile(value: unknown): value is NewFile {
  return typeof value === 'object' && value !== null && 'parts' in value && typeof value.parts === 'object';
}

function hasParts(value: unknown): value is { parts: FilePart[] } {
  return isNewFile(value) && Array.isArray(value.parts);
}

async function* inTurn(parts: readonly FilePart[]): AsyncGenerator<FilePart> {
  yield* parts;
}

function encode(value: unknown): string {
  return JSON.stringify(value, (_key, entry) => (entry instanceof Uint8Array ? { $bytes: btoa(Array.from(entry, (byte) => String.fromCharCode(byte)).join('')) } : entry));
}

function decode(text: string): unknown {
  return JSON.parse(text, (_key, entry) => (typeof entry?.$bytes === 'string' ? Uint8Array.from(atob(entry.$bytes), (character) => character.charCodeAt(0)) : entry));
}
