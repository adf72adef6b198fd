// For every test file: an uncaught error, or a console message of ours, fails the test it came from.
import {afterEach, beforeEach, vi} from 'vitest';

const said: string[] = [];

beforeEach(() => {
  said.length = 0;
  for (const level of ['error', 'warn'] as const) {
    vi.spyOn(console, level).mockImplementation((...words: unknown[]) => {
      said.push(`${level}: ${words.map(String).join(' ')}`);
    });
  }
});

afterEach(() => {
  vi.restoreAllMocks();
  if (said.length > 0) throw new Error(`something was written to the console:\n${said.join('\n')}`);
});
