// What is remembered for an article, where its listing states no colour or no size.
import {expect, test} from 'vitest';
import {ArticleId} from '#domain/ids.ts';
import {forgetAnswer, rememberForArticle, rememberForCategory, type StandingAnswer} from '#domain/standing-answers.ts';

const article = ArticleId.parse('A-1');
const ofShoes: StandingAnswer = {articleId: null, category: 'Shoes', colour: 'black', size: '42'};
const ofOther: StandingAnswer = {articleId: 'A-2', category: null, colour: 'red', size: null};

test('a word is remembered for its article, before all other answers', () => {
  expect(rememberForArticle([ofShoes, ofOther], article, {colour: 'Navy', size: null})).toEqual([
    {articleId: 'A-1', category: null, colour: 'Navy', size: null},
    ofShoes,
    ofOther,
  ]);
});

test('a later word replaces the former one, and the other word stays; answers that stood apart become one', () => {
  const former: StandingAnswer[] = [
    {articleId: 'A-1', category: null, colour: 'Navy', size: null},
    ofOther,
    {articleId: 'A-1', category: null, colour: 'Grey', size: 'M'},
  ];
  expect(rememberForArticle(former, article, {colour: 'Olive', size: null})).toEqual([
    {articleId: 'A-1', category: null, colour: 'Olive', size: 'M'},
    ofOther,
  ]);
});

test('a category has one answer, however its name is written; an article of the same category keeps its own', () => {
  const ofBoot: StandingAnswer = {articleId: 'A-3', category: 'shoes', colour: null, size: '44'};
  expect(rememberForCategory([ofOther, ofShoes, ofBoot], 'SHOES', {colour: null, size: 'one size'})).toEqual([
    {articleId: null, category: 'SHOES', colour: 'black', size: 'one size'},
    ofOther,
    ofBoot,
  ]);
});

test('what is forgotten is the answer for exactly this article or category', () => {
  const [known] = rememberForArticle([], article, {colour: 'Navy', size: 'M'});
  const all = known === undefined ? [] : [known, ofShoes, ofOther];
  expect(forgetAnswer(all, {articleId: 'A-1', category: null})).toEqual([ofShoes, ofOther]);
  expect(forgetAnswer(all, {articleId: null, category: 'Shoes'})).toEqual([known, ofOther]);
  expect(forgetAnswer(all, {articleId: 'A-1', category: 'Shoes'})).toEqual(all);
});

test('to ask for each order replaces the word, a later word replaces asking, and the other option keeps its answer', () => {
  const asking = rememberForCategory([ofShoes], 'Shoes', {colour: null, size: null, asks: ['size']});
  expect(asking).toEqual([{articleId: null, category: 'Shoes', colour: 'black', size: null, asks: ['size']}]);
  const both = rememberForCategory(asking, 'Shoes', {colour: null, size: null, asks: ['colour']});
  expect(both).toEqual([{articleId: null, category: 'Shoes', colour: null, size: null, asks: ['colour', 'size']}]);
  expect(rememberForCategory(both, 'Shoes', {colour: null, size: 'one size'})).toEqual([
    {articleId: null, category: 'Shoes', colour: null, size: 'one size', asks: ['colour']},
  ]);
});
