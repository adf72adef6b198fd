// What was asked of the sandbox, for tests to look at.

export type LoggedRequest = {
  readonly shop: string;
  readonly operationName: string | null;
  readonly kind: 'mutation' | 'query' | 'token';
  readonly cost: number;
  readonly at: number;
  /** `executed`, `throttled`, `invalid`, `too expensive`, an HTTP status, or `fault` where one answered. */
  readonly outcome: string;
};

export type RequestLog = {
  readonly note: (request: Omit<LoggedRequest, 'at'>) => void;
  readonly all: () => readonly LoggedRequest[];
};

const keptRequests = 100_000;

export function createRequestLog(now: () => number): RequestLog {
  const requests: LoggedRequest[] = [];
  return {
    note(request) {
      requests.push({...request, at: now()});
      if (requests.length > keptRequests) requests.splice(0, keptRequests / 10);
    },
    all: () => [...requests],
  };
}
