// Data from the server, refreshed while the page is visible.
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {useState} from 'react';
import {ApiFailure, sentenceOf} from './api.ts';

/** A query to the server, and how to keep its answer fresh. */
export type Question<T> = {
  /** Equal keys share one answer and one request. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until the next load; null: no automatic load. */
  readonly waitMs: (value: T | undefined) => number | null;
  /** Whether the previous key's answer stays until this one is loaded. */
  readonly keepsPrevious?: boolean;
  /** Whether an answer is out of date as soon as it is asked for again: it stays, but not as the current one. */
  readonly outdatesAtOnce?: boolean;
  /** Each reading is recorded: loaded once and not kept, and again only when the merchant asks for it. */
  readonly isReadOnce?: boolean;
  /** Whether nothing is loaded for the time being. */
  readonly isOff?: boolean;
};

export type Remote<T> = {
  /** The last successful answer; kept while later loads fail. */
  readonly value: T | null;
  /** When that answer arrived; before the first one, when the page was opened. */
  readonly at: Date;
  /** Why the last attempt failed, for the merchant; null after a success. */
  readonly error: string | null;
  /** False while the value belongs to a previous key, or is out of date. */
  readonly isCurrent: boolean;
  readonly refresh: () => void;
};

/**
 * Loads at once, again `waitMs` after each answer, after a refusal when the server says, and when the tab becomes visible; not
 * while it is hidden.
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

/** An action of the merchant. It ends when the data on the page is loaded again, whatever the result. */
export function useAction<Input, Answer>(act: (input: Input) => Promise<Answer>): Action<Input, Answer> {
  const client = useQueryClient();
  const {mutateAsync, isPending} = useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries({predicate: ({meta}) => meta?.['isReadOnce'] !== true}),
  });
  return {run: mutateAsync, isRunning: isPending};
}
