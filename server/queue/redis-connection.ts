// How every connection to Redis reconnects after it was lost, and after its server stopped being the primary.
import {backOff} from '#domain/durations.ts';

/** Options of ioredis. Each new attempt looks the host's address up again. */
export const reconnectOptions = {
  /** Milliseconds before the nth attempt, so that a lost Redis is not flooded. */
  retryStrategy: (times: number): number => backOff(times, {first: 200, longest: 3_000}),
  /**
   * After a failover the former primary is a replica and keeps its connections: without a new one every write would fail for ever. The
   * refused command fails; BullMQ, a sweep or the caller sends it again.
   */
  reconnectOnError: (error: Error): boolean => notPrimaryPattern.test(error.message),
} as const;

/**
 * Matches Redis's errors for a write to a replica (Redis before 7 puts READONLY inside a script's error), for a read that was blocked when
 * the server became one, and for a replica without its primary. https://redis.io/docs/latest/operate/oss_and_stack/management/replication/
 */
const notPrimaryPattern = /\bREADONLY\b|^UNBLOCKED\b|^MASTERDOWN\b/;
