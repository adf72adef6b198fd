// A client that sends its request a byte at a time and does not end it.
import {connect} from 'node:net';

export type Trickle = {
  /** What it was answered so far. */
  readonly answer: () => string;
  readonly end: () => void;
};

/** @param begin what it sends at once: whole headers, or half of them. */
export async function trickle(port: number, begin: string): Promise<Trickle> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', (text: string) => {
    answer += text;
  });
  socket.on('error', () => {});
  await new Promise<void>((resolve) => socket.write(begin, () => resolve()));
  const drip = setInterval(() => socket.write('x'), 300);
  socket.once('close', () => clearInterval(drip));
  return {answer: () => answer, end: () => void socket.destroy()};
}
