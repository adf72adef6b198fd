import {expect, it} from 'vitest';
import {ShopGid} from '#domain/ids.ts';
import {decideIdentity} from '#domain/stores/store-identity.ts';

const gid = ShopGid.parse('gid://shopify/Shop/1');
const another = ShopGid.parse('gid://shopify/Shop/2');
const used = {isEmpty: false, isInstalled: true};
const removed = {isEmpty: false, isInstalled: false};
const begun = {isEmpty: true, isInstalled: false};
const elsewhere = {hadName: false};
const formerHere = {hadName: true};

it.each([
  ['the name’s shop has the id', {gid, ...used}, null, true, {kind: 'known'}],
  ['a shop from before ids were kept', {gid: null, ...used}, null, true, {kind: 'record'}],
  ['a name that is not known', null, null, true, {kind: 'record'}],
  ['a new name, whose token is being granted', {gid: null, ...begun}, elsewhere, true, {kind: 'move', setAside: false}],
  ['a new name without a row', null, elsewhere, true, {kind: 'move', setAside: false}],
  [
    'a new name, though Shopify states another one',
    {gid: null, ...begun},
    elsewhere,
    false,
    {kind: 'move', setAside: false},
  ],
  [
    'a former name that is the present one again',
    {gid: null, ...begun},
    formerHere,
    true,
    {kind: 'move', setAside: false},
  ],
  ['a former name', {gid: null, ...begun}, formerHere, false, {kind: 'former_name'}],
  ['a former name that another store has had since', {gid: another, ...used}, formerHere, false, {kind: 'former_name'}],
  ['a name that another store gave up', {gid: another, ...used}, elsewhere, true, {kind: 'move', setAside: true}],
  [
    'a name whose shop was removed before ids were kept',
    {gid: null, ...removed},
    elsewhere,
    true,
    {kind: 'move', setAside: true},
  ],
  ['a name that another store has now', {gid: another, ...used}, null, true, {kind: 'begin_empty'}],
  ['both names used before ids were kept', {gid: null, ...used}, elsewhere, true, {kind: 'go_on'}],
] as const)('%s', (_what, named, holding, isPresentName, verdict) => {
  expect(decideIdentity(gid, named, holding, isPresentName)).toEqual(verdict);
});
