// Tells a lost database connection from every other error of a statement.

/**
 * SQLSTATE classes and codes after which the connection is gone, or none is available for now: class 08, the codes of class 57 for a
 * shutdown, a start and an idle session, a server without a free connection, and a transaction that was idle too long.
 * https://www.postgresql.org/docs/current/errcodes-appendix.html
 */
const lostSqlStates = /^(?:08...|57P0[1235]|53300|25P03)$/;

/** Node's codes for a connection that failed to open or broke. */
const lostNodeCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EHOSTDOWN',
  'ENETUNREACH',
  'ENETDOWN',
  'ENOTFOUND',
  'EAI_AGAIN',
]);

/** Messages of pg and its pool for errors without a code (pg 8.23: client.js, pg-pool/index.js). */
const lostMessagePattern =
  /^(?:Connection terminated|timeout exceeded when trying to connect|timeout expired|Client has encountered a connection error|Client was closed and is not queryable)/;

/**
 * Whether the server ends the session with this error: https://www.postgresql.org/docs/current/runtime-config-logging.html, table of
 * levels.
 */
const endsSession = (error: Error): boolean =>
  'severity' in error && (error.severity === 'FATAL' || error.severity === 'PANIC');

/**
 * Whether a statement failed because its connection to the database was lost, or none was available. Only for database errors: errors of
 * other remotes are Failures and never match.
 */
export function isConnectionLost(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth += 1) {
    if (at.name === 'Failure') return false;
    const code = 'code' in at && typeof at.code === 'string' ? at.code : '';
    if (lostSqlStates.test(code) || lostNodeCodes.has(code) || lostMessagePattern.test(at.message) || endsSession(at))
      return true;
  }
  return false;
}
