// Clients that a test writes for itself, byte by byte: they need not end a request, nor read an answer.
import {once} from 'node:events';
import {connect, type Socket} from 'node:net';
import {vi} from 'vitest';

export type RawClient = {
  readonly socket: Socket;
  /** What the server has said by the time the connection ended. */
  readonly ended: Promise<string>;
  /** The same; null while the connection is open. */
  readonly said: () => string | null;
  /** What the server has said so far. */
  readonly heard: () => string;
};

export type RawClients = {
  readonly open: (sent?: string) => Promise<RawClient>;
  /** Reads nothing that the server says. */
  readonly openDeaf: (sent: string) => Promise<Socket>;
  readonly closeAll: () => void;
};

export function rawClients(port: () => number): RawClients {
  const sockets: Socket[] = [];
  const start = async (): Promise<Socket> => {
    const socket = connect(port(), '127.0.0.1');
    sockets.push(socket);
    socket.on('error', () => {});
    await once(socket, 'connect');
    return socket;
  };
  return {
    async open(sent = '') {
      const socket = await start();
      let heard = '';
      let said: string | null = null;
      socket.setEncoding('utf8').on('data', (text: string) => {
        heard += text;
      });
      const ended = new Promise<string>((resolve) => {
        socket.once('close', () => {
          said = heard;
          resolve(heard);
        });
      });
      if (sent !== '') socket.write(sent);
      return {socket, ended, said: () => said, heard: () => heard};
    },
    async openDeaf(sent) {
      const socket = await start();
      socket.write(sent);
      return socket;
    },
    closeAll() {
      for (const socket of sockets.splice(0)) socket.destroy();
    },
  };
}

export const aGet = (path = '/'): string => `GET ${path} HTTP/1.1\r\nhost: app\r\n\r\n`;

/** A loaded machine needs its time; a connection that is open after that stays open. */
export const inTime = {timeout: 8_000};

/** What the server has said by the time it ended the connection; null where it did not. */
export async function heardFrom({said}: RawClient): Promise<string | null> {
  await vi.waitUntil(() => said() !== null, inTime).catch(() => {}); // the assertion says what is missing
  return said();
}
