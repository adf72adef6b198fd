import {describe, expect, it} from 'vitest';
import {dutyNote, transitNote} from '#domain/margins/duty-note.ts';

describe('what the destination means for duties', () => {
  it('is nothing inside the EU’s zone, and import taxes on delivery elsewhere', () => {
    expect(dutyNote('EU', 'Italy')).toBeNull();
    expect(dutyNote('US', null)).toBe(
      'Duties and import taxes are due on delivery: they are neither in the price nor in the shipping fee.',
    );
  });

  it.each(['Italy', 'Italia', 'IT', 'Czech Republic', 'Holland', 'Made in Portugal', 'EU', 'european union'])(
    'for Japan, “%s” may be free of customs duty',
    (origin) => {
      expect(dutyNote('JP', origin)).toContain('may enter Japan without customs duty');
      expect(dutyNote('JP', origin)).toContain('Consumption tax and the carrier’s clearance fee remain.');
    },
  );

  it.each(['China', 'Turkey', 'Svizzera', 'Made in China, designed in Italy'])(
    'for Japan, “%s” is not in the EU',
    (origin) => {
      expect(dutyNote('JP', origin)).toContain(`The declared origin is “${origin}”, which is not in the EU`);
    },
  );

  it.each(['Non-EU', 'outside the EU', 'China (designed in Italy)', 'Neutral', 'Tuscany'])(
    'for Japan, “%s” says nothing of customs duty',
    (origin) => {
      expect(dutyNote('JP', origin)).toBe(dutyNote('US', origin));
    },
  );

  it('for Japan, no stated origin is said to be none', () => {
    for (const origin of [null, ' ']) expect(dutyNote('JP', origin)).toContain('which the supplier does not state');
  });

  it('the time is in working days, and outside the EU without customs', () => {
    expect([transitNote('EU'), transitNote('AU')]).toEqual([
      '5–7 working days',
      '7–14 working days, without time in customs',
    ]);
    expect(transitNote('AU', '9–12')).toBe('9–12 working days, without time in customs');
  });
});
