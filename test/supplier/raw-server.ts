// A TCP server that says exactly what it is told, HTTP or not.
import {once} from 'node:events';
import {createServer, type Socket} from 'node:net';

export type RawServer = {
  /** host:port */
  readonly at: string;
  /** Everything received, on all connections. */
  received(): string;
  connections(): number;
  close(): Promise<void>;
};

export type RawBehaviour = {
  readonly onConnect?: (socket: Socket) => void;
  /** At the first bytes of a connection. */
  readonly onData?: (socket: Socket) => void;
};

export async function startRawServer({onConnect, onData}: RawBehaviour = {}): Promise<RawServer> {
  const open = new Set<Socket>();
  let received = '';
  let connections = 0;
  const server = createServer((socket) => {
    connections++;
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    socket.on('data', (chunk) => {
      received += chunk.toString('latin1');
    });
    if (onData) socket.once('data', () => onData(socket));
    onConnect?.(socket);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The server listens on no port.');
  return {
    at: `127.0.0.1:${address.port}`,
    received: () => received,
    connections: () => connections,
    close: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of open) socket.destroy();
      await closed;
    },
  };
}

/** Answers every connection's first request with this and ends it. */
export const saying = (text: string): RawBehaviour => ({onData: (socket) => void socket.end(text)});

/** A whole HTTP answer. */
export function httpText(status: number, body: string, headers: Readonly<Record<string, string>> = {}): string {
  const all = {'content-type': 'application/json', connection: 'close', ...headers};
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return `HTTP/1.1 ${status} Said\r\ncontent-length: ${Buffer.byteLength(body)}\r\n${lines.join('')}\r\n${body}`;
}
