import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {type DetailLevel, detailLevels, pickTrial, type TrialCandidate, trialSize} from '#domain/set-up/pick-trial.ts';

const candidate = (id: string, brand: string, isTried = false, stated: DetailLevel = 'both'): TrialCandidate => ({
  id: ArticleId.parse(id),
  brand,
  isTried,
  stated,
});
const always = () => true;

describe('the articles of a trial', () => {
  it('are one of each brand in turn, so that the first brand does not fill the trial', () => {
    const aurelio = Array.from({length: 20}, (_, at) => candidate(`1${String(at).padStart(2, '0')}`, 'Aurelio'));
    const others = [candidate('201', 'Bergmann'), candidate('202', 'bergmann'), candidate('301', 'Casa')];
    expect(pickTrial([...aurelio, ...others], always)).toEqual('100 201 301 101 202 102 103 104 105 106'.split(' '));
  });

  it('are first the products that an earlier trial made, also where their price is not allowed any more', () => {
    const candidates = [candidate('1', 'A'), candidate('2', 'A', true), candidate('3', 'B')];
    expect(pickTrial(candidates, ({id}) => id === '3')).toEqual(['2', '3']);
  });

  it('are first those whose colours and sizes are stated, then those that may state them, and others only where there are no more', () => {
    const known = ['1', '2', '3'].map((id) => candidate(id, 'A', false, 'lacking'));
    const rest = [candidate('4', 'B', false, 'not_read'), candidate('5', 'B', false, 'expected')];
    const stated = ['6', '7'].map((id) => candidate(id, 'C'));
    expect(pickTrial([...known, ...rest, ...stated], always)).toEqual('6 7 5 4 1 2 3'.split(' '));
    const many = Array.from({length: trialSize}, (_, at) => candidate(`8${at}`, 'D'));
    expect(pickTrial([...known, ...many], always)).toEqual(many.map(({id}) => id));
  });

  it('are none where no candidate has a price', () => {
    expect(pickTrial([candidate('1', 'A')], () => false)).toEqual([]);
    expect(pickTrial([], always)).toEqual([]);
  });

  it('are at most ten, each once, and the same whatever order the candidates come in', () => {
    const brands = fc.constantFrom('A', 'a', 'B', 'C', 'D');
    const stated = fc.constantFrom(...detailLevels);
    const facts = fc.record({id: fc.integer({min: 1, max: 60}), brand: brands, isTried: fc.boolean(), stated});
    const given = fc.uniqueArray(facts, {selector: ({id}) => id, maxLength: 60});
    fc.assert(
      fc.property(given, fc.integer({min: 1, max: 5}), (all, modulus) => {
        const candidates = all.map((one) => candidate(String(one.id), one.brand, one.isTried, one.stated));
        const canBePriced = ({id}: TrialCandidate) => Number(id) % modulus === 0;
        const picked = pickTrial(candidates, canBePriced);
        const possible = candidates.filter((one) => one.isTried || canBePriced(one));
        expect(picked).toHaveLength(Math.min(trialSize, possible.length));
        expect(new Set(picked).size).toBe(picked.length);
        expect(pickTrial(candidates.toReversed(), canBePriced)).toEqual(picked);
      }),
    );
  });
});
