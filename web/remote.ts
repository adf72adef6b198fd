// What the server knows, kept fresh while the page is looked at.
import {useMutation, useQuery, useQueryClient} from '@tanstack/react-query';
import {useState} from 'react';
import {ApiFailure, sentenceOf} from './api.ts';

/** Something to ask the server, and how to keep the answer fresh. */
export type Question<T> = {
  /** Equal keys share one answer and one request. */
  readonly key: readonly unknown[];
  readonly load: (signal: AbortSignal) => Promise<T>;
  /** Milliseconds until it is asked again; null: not by itself. */
  readonly waitMs: (value: T | undefined) => number | null;
  /** Whether the answer to an earlier question stays until this one is answered. */
  readonly keepsPrevious?: boolean;
};

export type Remote<T> = {
  /** The last good answer; it stays while a later one fails. */
  readonly value: T | null;
  /** When that answer came; before the first one, when the page was opened. */
  readonly at: Date;
  /** Why the last attempt failed, for the merchant; null after a good one. */
  readonly error: string | null;
  /** False while the value still answers an earlier question. */
  readonly isCurrent: boolean;
  readonly refresh: () => void;
};

/**
 * Loads at once, again `waitMs` after each answer, after a refusal when the server says, and whenever the tab is looked at
 * again; not while it is hidden.
 */
export function useRemote<T>({key, load, waitMs, keepsPrevious = false}: Question<T>): Remote<T> {
  const [openedAt] = useState(() => new Date());
  const {data, dataUpdatedAt, error, isPlaceholderData, refetch} = useQuery<T>({
    queryKey: key,
    queryFn: ({signal}) => load(signal),
    // The server says when to ask again; what is only loaded once is asked for again then, too.
    refetchInterval: ({state}) => retryAfterMs(state.error) ?? waitMs(state.data) ?? false,
    placeholderData: (previous) => (keepsPrevious ? previous : undefined),
  });
  return {
    value: data ?? null,
    at: dataUpdatedAt === 0 ? openedAt : new Date(dataUpdatedAt),
    error: error === null ? null : sentenceOf(error),
    isCurrent: !isPlaceholderData,
    refresh: () => void refetch(),
  };
}

const retryAfterMs = (error: unknown): number | undefined =>
  error instanceof ApiFailure ? error.retryAfterMs : undefined;

export type Action<Input, Answer> = {
  /** Rejects with what the server said. */
  readonly run: (input: Input) => Promise<Answer>;
  readonly isRunning: boolean;
};

/** Something the merchant does. It runs until everything on the page is asked for again, whatever came of it. */
export function useAction<Input, Answer>(act: (input: Input) => Promise<Answer>): Action<Input, Answer> {
  const client = useQueryClient();
  const {mutateAsync, isPending} = useMutation({
    mutationFn: act,
    onSettled: () => client.invalidateQueries(),
  });
  return {run: mutateAsync, isRunning: isPending};
}
