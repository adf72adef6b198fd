// Decides when the mail server, or one address at it, is left alone, so that a server that hangs neither takes the mails of all shops with
// it nor occupies workers, and one slow address holds up no other. Each process decides for itself.
import {backOff, hour, minute} from '#domain/durations.ts';

/** How a try ended: the server answered, whatever it said; no session came about; or it fell silent at this address. */
export type TryEnd = 'answered' | 'unreachable' | 'silent';

export type Rests = {
  /** What is left alone at present: the server, or this address; null: neither. */
  readonly restOf: (address: string) => 'server' | 'address' | null;
  /** Begins a try. False: not now; after a rest of the server only one mail at a time is tried. */
  readonly begin: (address: string) => boolean;
  readonly end: (address: string, how: TryEnd) => void;
};

/** The server is left alone for this many milliseconds, longer each time until it answers. */
const serverPauses = {first: minute, longest: hour / 2};
/** An address at which the server fell silent is left alone for this many milliseconds. */
const addressRestMs = hour / 2;

export function createRests(now: () => Date): Rests {
  let restUntil = Number.NEGATIVE_INFINITY;
  /** How often the server was left alone since it last answered. */
  let rests = 0;
  let isProbing = false;
  /** The addresses at which the server fell silent, and until when each is left alone. */
  const slow = new Map<string, number>();
  /** Those since the server last answered: a second one means that it is the server. */
  const silentAt = new Set<string>();

  const restOf = (address: string) => {
    const at = now().getTime();
    if (at < restUntil) return 'server';
    return at < (slow.get(address) ?? Number.NEGATIVE_INFINITY) ? 'address' : null;
  };
  const restServer = () => {
    // Tries that were under way together count once.
    if (now().getTime() < restUntil) return;
    rests += 1;
    restUntil = now().getTime() + backOff(rests, serverPauses);
  };
  return {
    restOf,
    begin(address) {
      if (restOf(address) !== null || (rests > 0 && isProbing)) return false;
      isProbing = rests > 0;
      return true;
    },
    end(address, how) {
      isProbing = false;
      if (how === 'answered') {
        rests = 0;
        restUntil = Number.NEGATIVE_INFINITY;
        silentAt.clear();
        slow.delete(address);
        return;
      }
      if (how === 'silent') {
        silentAt.add(address);
        for (const [known, until] of slow) if (until <= now().getTime()) slow.delete(known);
        slow.set(address, now().getTime() + addressRestMs);
      }
      if (how === 'unreachable' || silentAt.size > 1 || rests > 0) restServer();
    },
  };
}
