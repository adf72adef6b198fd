// Loads data from the server and refreshes it while the page is visible.
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {useState} from 'react';
import {second} from '#domain/durations.ts';
import {ApiFailure, sentenceOf} from './api.ts';

/** A query to the server, and how to keep its answer fresh. */
export type RemoteQuery<T> = {
  /** Equal keys share one answer and one request. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until the next load; null: no polling. */
  readonly waitMs: (value: T | undefined) => number | null;
  /** Whether the answer for the previous key is shown until the answer for the present key is loaded. */
  readonly keepsPrevious?: boolean;
  /** Whether `isCurrent` is false while the answer is loaded again. */
  readonly outdatesAtOnce?: boolean;
  /** For answers that are recorded or must be new: loaded each time they are shown, then only on request or by a Retry-After. */
  readonly isReadOnce?: boolean;
  /** Whether the query is switched off: nothing is loaded. */
  readonly isOff?: boolean;
};

/** The present answer of a query, and whether it is up to date. */
export type RemoteData<T> = {
  /** The last successful answer; kept while later loads fail. */
  readonly value: T | null;
  /** When the answer for the current key arrived; before the first one, when the component was first drawn. */
  readonly loadedAt: Date;
  /** Why the last attempt failed, for the merchant; null after a success. */
  readonly error: string | null;
  /** Whether the last attempt failed because there is no such thing, so that trying again is of no use. */
  readonly isMissing: boolean;
  /** Whether the last attempt failed because the app was removed from the store. */
  readonly isRemoved: boolean;
  /** False while the value belongs to a previous key, or is out of date. */
  readonly isCurrent: boolean;
  /** Loads the answer again now. */
  readonly refresh: () => void;
};

/**
 * Runs a query: when the component is mounted (app.tsx names an exception), `waitMs` after each answer, after the Retry-After of a refusal,
 * and when the tab becomes visible. A hidden tab does not poll.
 */
export function useRemote<T>(question: RemoteQuery<T>): RemoteData<T> {
  const {
    key,
    load,
    waitMs,
    keepsPrevious = false,
    outdatesAtOnce = false,
    isReadOnce = false,
    isOff = false,
  } = question;
  const [openedAt] = useState(() => new Date());
  const {data, dataUpdatedAt, error, isPlaceholderData, isFetching, refetch} = useQuery<T>({
    queryKey: key,
    enabled: !isOff,
    queryFn: ({signal}) => load(signal),
    // Queries without polling are loaded again too if the server says when to retry.
    refetchInterval: ({state}) => retryAfterMs(state.error) ?? waitMs(state.data) ?? false,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
    meta: {isReadOnce},
    ...(isReadOnce ? {staleTime: Infinity, gcTime: 0} : {}),
  });
  return {
    value: data ?? null,
    loadedAt: dataUpdatedAt === 0 ? openedAt : new Date(dataUpdatedAt),
    error: error === null ? null : sentenceOf(error),
    isMissing: error instanceof ApiFailure && error.code === 'not_found',
    isRemoved: error instanceof ApiFailure && error.code === 'app_removed',
    isCurrent: !isPlaceholderData && !(outdatesAtOnce && isFetching),
    refresh: () => void refetch(),
  };
}

/** Milliseconds until a retry that the server asks for; undefined: it asks for none. */
const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof ApiFailure ? error.retryAfterMs : undefined;

/** An action on the server, and whether it is running. */
export type RemoteAction<Input, Answer> = {
  /** Sends the action; rejects with the server's error. */
  readonly run: (input: Input) => Promise<Answer>;
  readonly isRunning: boolean;
};

/** An action of the merchant, repeated if the server was too busy to begin it. It ends when the page's data, except `isReadOnce` data, has been loaded again, also after an error. */
export function useAction<Input, Answer>(act: (input: Input) => Promise<Answer>): RemoteAction<Input, Answer> {
  const client = useQueryClient();
  const {mutateAsync, isPending} = useMutation({
    mutationFn: act,
    retry: (failures, error) => failures < mostRepeats && wasRefusedForNow(error),
    retryDelay: (_, error) => retryAfterMs(error) ?? 0,
    onSettled: () => client.invalidateQueries({predicate: ({meta}) => meta?.['isReadOnce'] !== true}),
  });
  return {run: mutateAsync, isRunning: isPending};
}

/** How often an action is repeated that the server was too busy for. */
const mostRepeats = 2;
/** The longest time after which it is repeated; after a longer one the merchant decides. */
const longestRepeatAfterMs = 10 * second;

/** Whether the server was too busy to begin the action, and says that it has time soon. */
const wasRefusedForNow = (error: unknown): boolean =>
  error instanceof ApiFailure &&
  error.code === 'too_many_requests' &&
  (error.retryAfterMs ?? Number.POSITIVE_INFINITY) <= longestRepeatAfterMs;

type AttemptEnd<Input, Answer> = {
  /** Called after a success, with the answer and the input of the attempt. */
  readonly onDone?: (answer: Answer, input: Input) => unknown;
  /** Called after a failure, with the sentence for the merchant; for a place that stays when the button is gone. */
  readonly onRefused?: (failure: string) => void;
};

/** An attempt at an action, and how the last attempt ended. */
export type Attempt<Input> = {
  /** Carries out the action for the input; does nothing while an earlier input is carried out. Never rejects. */
  readonly attempt: (input: Input) => Promise<void>;
  /** The input that is being carried out; null: none is. */
  readonly running: Input | null;
  readonly isRunning: boolean;
  /** Why the last attempt failed, for `ActionFailure`; null after a success and from the next press on. */
  readonly failure: string | null;
};

/** An action behind a button: one at a time, and a failure stays on the page. A toast would vanish before it is read. */
export function useAttempt<Input, Answer>(
  act: (input: Input) => Promise<Answer>,
  {onDone, onRefused}: AttemptEnd<Input, Answer> = {},
): Attempt<Input> {
  const {run, isRunning} = useAction(act);
  const [running, setRunning] = useState<Input | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const attempt = async (input: Input) => {
    if (isRunning) return;
    setFailure(null);
    setRunning(input);
    try {
      const answer = await run(input);
      await onDone?.(answer, input);
    } catch (failed) {
      const sentence = sentenceOf(failed);
      setFailure(sentence);
      onRefused?.(sentence);
    } finally {
      setRunning(null);
    }
  };
  return {attempt, running, isRunning, failure};
}
