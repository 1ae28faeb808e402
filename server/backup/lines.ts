import { StringDecoder } from 'node:string_decoder';

/** Splits at line feeds only: JSON strings may contain other Unicode line separators. */
export async function* linesOf(source: AsyncIterable<Buffer>): AsyncGenerator<string> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  for await (const chunk of source) {
    const parts = (rest + decoder.write(chunk)).split('\n');
    rest = parts.pop() ?? '';
    yield* parts;
  }
  rest += decoder.end();
  if (rest !== '') yield rest;
}
