// Checks a list of own prices and saves them: in parts, each as it was shown, and each result kept as it arrives.
import {useState} from 'react';
import type {OwnPriceEffect} from '#contract/products/own-prices.ts';
import {type OwnPriceLine, readOwnPriceList} from '#domain/pricing/own-prices/read-list.ts';
import {ApiFailure} from '../../shared/api/api.ts';
import {inParts} from '../../shared/api/in-parts.ts';
import {useAttempt} from '../../shared/api/remote.ts';
import {runsApi} from '../../shared/api/runs-api.ts';
import {type OwnPriceChange, ownPricesApi, ownPricesPart} from '../../shared/own-prices/own-prices-api.ts';
import {type CellReading, type Meaning, readCell} from './read-cell.ts';

/** A line with what was found out about it. `same`: it is stored like that, or another line says it. */
export type PriceLine = {
  readonly line: number;
  readonly given: string;
  readonly cells: OwnPriceLine['cells'];
  /** Null: it is taken back, or the line cannot be read. */
  readonly own: OwnPriceChange['own'];
  readonly state: 'ready' | 'same' | 'asks' | 'refused' | 'saved';
  readonly text: string;
  readonly effect: OwnPriceEffect | null;
};

/** What the server showed of some lines, with which they are saved. */
type Part = {readonly changes: readonly OwnPriceChange[]; readonly previewId: string};

type Checked = {
  readonly lines: readonly PriceLine[];
  readonly parts: readonly Part[];
  /** The first cell that can mean two numbers; null: none does. */
  readonly asks: {readonly cell: string; readonly whole: number; readonly decimal: number} | null;
  /** The update that writes the prices now; null: none was started. */
  readonly runId: string | null;
};

export type PriceList = {
  /** Null: nothing was checked, or the list was changed since. */
  readonly checked: Checked | null;
  readonly check: (text: string, meaning?: Meaning) => void;
  /** @param applyNow whether an update writes the prices at once. */
  readonly save: (applyNow: boolean) => void;
  readonly forget: () => void;
  readonly isChecking: boolean;
  readonly isSaving: boolean;
  readonly checkFailure: string | null;
  readonly saveFailure: string | null;
};

export const readyLines = (lines: readonly PriceLine[]): readonly PriceLine[] =>
  lines.filter(({state}) => state === 'ready');

/** @param currency the store's. */
export function usePriceList(currency: string): PriceList {
  const [checked, setChecked] = useState<Checked | null>(null);
  const checking = useAttempt(
    ({text, meaning}: {readonly text: string; readonly meaning: Meaning}) => checkList(text, currency, meaning),
    {onDone: setChecked},
  );
  const saving = useAttempt(async (applyNow: boolean) => {
    const parts = checked?.parts ?? [];
    const isOne = parts.length === 1;
    for (const {changes, previewId} of parts) {
      const {runId} = await ownPricesApi.save(changes, previewId, applyNow && isOne);
      setChecked((now) => now && withSaved(now, previewId, changes, runId));
    }
    // Many parts are written by one update of the whole store, and not by one after the other.
    if (!applyNow || isOne) return;
    const {id} = await runsApi.startRun('full');
    setChecked((now) => now && {...now, runId: id});
  });
  return {
    checked,
    check(text, meaning = null) {
      setChecked(null);
      void checking.attempt({text, meaning});
    },
    save: (applyNow) => void saving.attempt(applyNow),
    forget: () => setChecked(null),
    isChecking: checking.isRunning,
    isSaving: saving.isRunning,
    checkFailure: checking.failure,
    saveFailure: saving.failure,
  };
}

/** The lines of a part are saved, so it is not saved again. */
function withSaved(now: Checked, previewId: string, changes: readonly OwnPriceChange[], runId: string | null): Checked {
  const saved = new Set(changes.map(({articleId}) => articleId));
  const lines = now.lines.map(
    (line): PriceLine =>
      line.state === 'ready' && saved.has(line.cells.article) ? {...line, state: 'saved', text: 'Saved.'} : line,
  );
  return {...now, lines, parts: now.parts.filter((part) => part.previewId !== previewId), runId: runId ?? now.runId};
}

/** Reads the list and shows its lines to the server. Lines that cannot be read are not sent. */
async function checkList(text: string, currency: string, meaning: Meaning): Promise<Checked> {
  const list = readOwnPriceList(text);
  if ('refused' in list) throw new ApiFailure(list.refused);
  const read = compareLines(list.lines.map((line) => readLine(line, currency, meaning)));
  const asked = list.lines.flatMap(({cells: {price}, fault}) => {
    const reading = fault === null ? readCell(price, currency, meaning) : null;
    return reading?.kind === 'asks' ? [{cell: price, ...reading}] : [];
  });
  const effects = new Map<string, OwnPriceEffect>();
  const parts: Part[] = [];
  const toShow = readyLines(read).map(({cells, own}) => ({articleId: cells.article, own}));
  for (const changes of inParts(toShow, ownPricesPart)) {
    const answer = await ownPricesApi.look(changes);
    for (const effect of answer.effects) effects.set(effect.articleId, effect);
    const isChange = answer.effects.some(({state}) => state === 'changes');
    if (isChange && answer.previewId !== null) parts.push({changes, previewId: answer.previewId});
  }
  const lines = read.map((line) => (line.state === 'ready' ? withEffect(line, effects.get(line.cells.article)) : line));
  return {lines, parts, asks: asked[0] ?? null, runId: null};
}

function readLine({line, text: given, cells, fault}: OwnPriceLine, currency: string, meaning: Meaning): PriceLine {
  const head = {line, given, cells, own: null, effect: null};
  if (fault !== null) return {...head, state: 'refused', text: fault};
  if (cells.article === '') return {...head, state: 'refused', text: 'This line names no article.'};
  if (cells.article.length > 200) return {...head, state: 'refused', text: 'No article has so long a name.'};
  const reading: CellReading = readCell(cells.price, currency, meaning);
  if (reading.kind === 'fault') return {...head, state: 'refused', text: reading.text};
  if (reading.kind === 'asks') {
    return {...head, state: 'asks', text: `“${cells.price}” can be read in two ways. Say above which one you mean.`};
  }
  return {...head, own: reading.own, state: 'ready', text: ''};
}

/** Refuses lines that give one article several prices, and leaves one of those that say the same. */
function compareLines(lines: readonly PriceLine[]): readonly PriceLine[] {
  const byArticle = Map.groupBy(readyLines(lines), ({cells}) => cells.article);
  return lines.map((line) => {
    if (line.state !== 'ready') return line;
    const all = byArticle.get(line.cells.article) ?? [];
    const other = all.find(({own}) => JSON.stringify(own) !== JSON.stringify(line.own));
    if (other !== undefined) {
      return {...line, state: 'refused', text: `Line ${other.line} gives another price for it. Leave one of them.`};
    }
    const [first] = all;
    if (first === undefined || first === line) return line;
    return {...line, state: 'same', text: `Line ${first.line} says the same.`};
  });
}

function withEffect(line: PriceLine, effect: OwnPriceEffect | undefined): PriceLine {
  if (effect === undefined || effect.state === 'unknown') {
    return {...line, state: 'refused', text: 'Your catalogue has no such article.'};
  }
  if (effect.state === 'same') {
    const text = line.own === null ? 'It has no own price.' : 'It has this own price already.';
    return {...line, state: 'same', text, effect};
  }
  return {...line, effect};
}
