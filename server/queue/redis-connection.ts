// How every connection to Redis comes back: after it was lost, and after its server stopped being the primary.
import {backOff} from '#domain/durations.ts';

/** Options of ioredis. Each new attempt looks the host's address up again. */
export const reconnection = {
  /** Milliseconds before the nth attempt, so that a lost Redis is not flooded. */
  retryStrategy: (times: number): number => backOff(times, {first: 200, longest: 3_000}),
  /**
   * After a failover the former primary is a replica and keeps its connections: without a new one every write would fail for ever. The
   * refused command fails; BullMQ, a sweep or the caller sends it again.
   */
  reconnectOnError: (error: Error): boolean => isNoPrimary.test(error.message),
} as const;

/**
 * A write to a replica (Redis before 7 puts READONLY inside a script's error), a read that was blocked when the server became one, a replica
 * without its primary. https://redis.io/docs/latest/operate/oss_and_stack/management/replication/
 */
const isNoPrimary = /\bREADONLY\b|^UNBLOCKED\b|^MASTERDOWN\b/;
