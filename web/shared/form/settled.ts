// Delays what the merchant types until they pause, so that the server does not count its effect at each key.
import {useEffect, useState} from 'react';

/** The length of the pause, in milliseconds. */
const typingPauseMs = 600;

/** The value as it was after the last pause without changes; the initial value at once. While the value is null, the last one stays. */
export function useValueAfterPause<T>(value: T | null): T | null {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    if (value === null || text === JSON.stringify(settled)) return;
    const timer = setTimeout(() => setSettled(value), typingPauseMs);
    return () => clearTimeout(timer);
  }, [text, value, settled]);
  return settled;
}
