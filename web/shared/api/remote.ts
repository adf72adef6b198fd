// Data from the server, refreshed while the page is visible.
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {useState} from 'react';
import {ApiFailure, sentenceOf} from './api.ts';

/** A query to the server, and how to keep its answer fresh. */
export type Question<T> = {
  /** Equal keys share one answer and one request. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until the next load; null: no polling. */
  readonly waitMs: (value: T | undefined) => number | null;
  /** Whether the previous key's answer stays until this one is loaded. */
  readonly keepsPrevious?: boolean;
  /** Whether `isCurrent` is false while the answer is loaded again. */
  readonly outdatesAtOnce?: boolean;
  /** For answers that are recorded or must be new: loaded each time they are shown, then only on request or by a Retry-After. */
  readonly isReadOnce?: boolean;
  /** Whether the query is switched off: nothing is loaded. */
  readonly isOff?: boolean;
};

export type Remote<T> = {
  /** The last successful answer; kept while later loads fail. */
  readonly value: T | null;
  /** When the answer for the current key arrived; before the first one, when the component was first drawn. */
  readonly at: Date;
  /** Why the last attempt failed, for the merchant; null after a success. */
  readonly error: string | null;
  /** False while the value belongs to a previous key, or is out of date. */
  readonly isCurrent: boolean;
  readonly refresh: () => void;
};

/**
 * Loads when the component is mounted (app.tsx names an exception), `waitMs` after each answer, by the Retry-After of a refusal, and
 * when the tab becomes visible. A hidden tab does not poll.
 */
export function useRemote<T>(question: Question<T>): Remote<T> {
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
    // If the server says when to retry, queries without polling are loaded again too.
    refetchInterval: ({state}) => retryAfterMs(state.error) ?? waitMs(state.data) ?? false,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
    meta: {isReadOnce},
    ...(isReadOnce ? {staleTime: Infinity, gcTime: 0} : {}),
  });
  return {
    value: data ?? null,
    at: dataUpdatedAt === 0 ? openedAt : new Date(dataUpdatedAt),
    error: error === null ? null : sentenceOf(error),
    isCurrent: !isPlaceholderData && !(outdatesAtOnce && isFetching),
    refresh: () => void refetch(),
  };
}

const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof ApiFailure ? error.retryAfterMs : undefined;

export type Action<Input, Answer> = {
  /** Rejects with the server's error. */
  readonly run: (input: Input) => Promise<Answer>;
  readonly isRunning: boolean;
};

/** An action of the merchant. It ends when the page's data, except `isReadOnce` data, is loaded again, whatever the result. */
export function useAction<Input, Answer>(act: (input: Input) => Promise<Answer>): Action<Input, Answer> {
  const client = useQueryClient();
  const {mutateAsync, isPending} = useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({predicate: ({meta}) => meta?.['isReadOnce'] !== true}),
  });
  return {run: mutateAsync, isRunning: isPending};
}
