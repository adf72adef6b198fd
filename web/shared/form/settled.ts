// What the merchant types, once they pause: the server counts its effect then, and not at each key.
import {useEffect, useState} from 'react';

/** The effect is asked for after this pause in typing. */
const pauseMs = 600;

/** The value after a pause without changes; the initial value at once. While the value is null, the last one stays. */
export function useSettled<T>(value: T | null): T | null {
  const [settled, setSettled] = useState(value);
  const text = JSON.stringify(value);
  useEffect(() => {
    if (value === null || text === JSON.stringify(settled)) return;
    const timer = setTimeout(() => setSettled(value), pauseMs);
    return () => clearTimeout(timer);
  }, [text, value, settled]);
  return settled;
}
