// A TCP proxy that goes wrong on demand: what a network does to a request, on real sockets.
import {once} from 'node:events';
import {connect, createServer, type Server, type Socket} from 'node:net';
import {setTimeout as sleep} from 'node:timers/promises';

export type NetworkFault =
  | {kind: 'none'}
  /** Closes each connection as soon as it is accepted. */
  | {kind: 'close'}
  /** Accepts, takes every byte, never answers and passes nothing on. */
  | {kind: 'hang'}
  /** Passes `after` bytes of the request on, then ends both sides: politely, or with a reset. */
  | {kind: 'cut-request'; after: number; reset?: boolean}
  /** Passes the whole request on and `after` bytes of the answer back, then ends both sides. */
  | {kind: 'cut-response'; after: number; reset?: boolean}
  /** Passes everything on, the answer later. */
  | {kind: 'delay'; ms: number};

export type FaultProxy = {
  /** Address to use in place of the target's. */
  readonly url: string;
  /** Holds for connections accepted from now on. */
  set(fault: NetworkFault): void;
  /** Where connections accepted from now on lead; those that are open stay where they are, as after a change of a host's address. */
  redirect(target: string): void;
  /** Stops listening, so that connections are refused; `accept` listens on the same port again. */
  refuse(): Promise<void>;
  accept(): Promise<void>;
  /**
   * The next bytes from any client end its connection: before they are passed on, or after, so that their effect is there and the
   * answer is not. Null takes it back.
   */
  cutNext(when: 'before' | 'after' | null): void;
  /** How many connections `cutNext` has ended. */
  cuts(): number;
  connections(): number;
  /** Bytes received from clients. */
  requestBytes(): number;
  close(): Promise<void>;
};

/** Starts on 127.0.0.1 in front of `target`, an http address; without one it can only close, hang and refuse. */
export async function startFaultProxy(target?: string): Promise<FaultProxy> {
  const seen = {connections: 0, requestBytes: 0, cuts: 0};
  const open = new Set<Socket>();
  let fault: NetworkFault = {kind: 'none'};
  let leadsTo = target;
  let nextCut: 'before' | 'after' | null = null;
  const keep = (socket: Socket): Socket => {
    open.add(socket);
    socket.on('error', () => undefined).on('close', () => open.delete(socket));
    return socket;
  };
  const server = createServer((client) => {
    seen.connections++;
    keep(client).on('data', (chunk) => {
      seen.requestBytes += chunk.length;
      const when = nextCut;
      if (when === null) return;
      nextCut = null;
      seen.cuts++;
      if (when === 'before') cut(client, remote);
      // The listener that passes these bytes on comes after this one.
      else setImmediate(() => cut(client, remote));
    });
    let remote: Socket | undefined;
    if (fault.kind === 'close') client.destroy();
    else if (fault.kind !== 'hang') {
      remote = keep(dial(leadsTo));
      join(client, remote, fault);
    }
  });
  const port = await listen(server, 0);
  const stop = async (): Promise<void> => {
    for (const socket of open) socket.destroy();
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    await closed;
  };
  return {
    url: `http://127.0.0.1:${port}`,
    set: (next) => {
      fault = next;
    },
    redirect: (to) => {
      leadsTo = to;
    },
    refuse: stop,
    accept: async () => void (await listen(server, port)),
    cutNext: (when) => {
      nextCut = when;
    },
    cuts: () => seen.cuts,
    connections: () => seen.connections,
    requestBytes: () => seen.requestBytes,
    close: stop,
  };
}

/** What was written to the remote still reaches it; nothing comes back, and nothing more goes there. */
function cut(client: Socket, remote: Socket | undefined): void {
  client.removeAllListeners('data');
  client.destroy();
  remote?.end();
}

function dial(target: string | undefined): Socket {
  if (target === undefined) throw new Error('This proxy stands in front of nothing.');
  const {hostname, port} = new URL(target);
  return connect(Number(port), hostname);
}

function join(client: Socket, remote: Socket, fault: NetworkFault): void {
  const end = (reset: boolean): void => {
    remote.destroy();
    if (reset) client.resetAndDestroy();
    else client.destroy();
  };
  pass(client, remote, fault.kind === 'cut-request' ? fault.after : Infinity, () => end(isReset(fault)));
  if (fault.kind === 'delay') void passLater(remote, client, fault.ms);
  else pass(remote, client, fault.kind === 'cut-response' ? fault.after : Infinity, () => end(isReset(fault)));
}

const isReset = (fault: NetworkFault): boolean => 'reset' in fault && (fault.reset ?? false);

function pass(from: Socket, to: Socket, most: number, whenMost: () => void): void {
  let passed = 0;
  from.on('data', (chunk) => {
    const part = chunk.subarray(0, Math.max(0, most - passed));
    passed += part.length;
    if (passed < most) to.write(part);
    else to.write(part, whenMost);
  });
  from.on('end', () => to.end());
}

async function passLater(from: Socket, to: Socket, ms: number): Promise<void> {
  from.pause();
  await sleep(ms, undefined, {ref: false});
  pass(from, to, Infinity, () => undefined);
  from.resume();
}

async function listen(server: Server, port: number): Promise<number> {
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('The proxy listens on no port.');
  return address.port;
}
