/** Parses JSON request bodies. The shape is checked before parsing; large bodies are parsed one at a time. */
import type { FastifyRequest } from 'fastify';
import { requestBodies } from '#contract/limits/calls.ts';
import type { App } from './app.types.ts';
import { JsonShape } from './json-shape.ts';
import { yieldToEventLoop } from '#server/platform/batches.ts';

const part = 262_144;

export function registerJsonBodies(app: App): void {
  const parse = app.getDefaultJsonParser('error', 'error');
  const parsed = (request: FastifyRequest, text: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      void parse(request, text, (error, body) => (error ? reject(error) : resolve(body)));
    });
  app.removeContentTypeParser('application/json');
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, async (request: FastifyRequest, body: Buffer) => {
    const shape = new JsonShape();
    for (let start = 0; start < body.length; start += part) {
      if (start > 0) await yieldToEventLoop();
      shape.read(body.subarray(start, start + part));
    }
    if (body.length > requestBodies.ordinary) await yieldToEventLoop();
    return parsed(request, body.toString('utf8'));
  });
}
