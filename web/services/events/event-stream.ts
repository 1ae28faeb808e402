/** One message of a text/event-stream. */
interface StreamMessage {
  id: string | null;
  data: string;
}

/** Parses a text/event-stream. Comments (heartbeats) only show that the connection is alive. */
export const createStreamParser = (onMessage: (message: StreamMessage) => void) => {
  let rest = '';
  let id: string | null = null;
  let data: string[] = [];

  const endMessage = () => {
    if (data.length > 0) onMessage({ id, data: data.join('\n') });
    data = [];
  };
  const readLine = (line: string) => {
    if (line === '') return endMessage();
    const colon = line.indexOf(':');
    const name = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (name === 'id') id = value;
    if (name === 'data') data.push(value);
  };

  return (chunk: string) => {
    const text = rest + chunk;
    // A trailing CR may be the first half of CRLF, so it is held back.
    const held = text.endsWith('\r') ? '\r' : '';
    const lines = text.slice(0, text.length - held.length).split(/\r\n|\n|\r/);
    rest = (lines.pop() ?? '') + held;
    lines.forEach(readLine);
  };
};
