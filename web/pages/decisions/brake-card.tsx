import {useState} from 'react';
import type {Brake} from '#contract/approvals.ts';
import {BrakeButtons} from '../../shared/runs/brake-buttons.tsx';
import {brakeTexts} from '../../shared/runs/brake-texts.ts';
import type {DecisionOutcome} from '../../shared/runs/followed-run.tsx';
import {count, dateAndTime} from '../../text/format.ts';
import {BrakedArticles} from './braked-articles.tsx';

type BrakeCardProps = {readonly brake: Brake; readonly onDone: (decided: DecisionOutcome) => void};

/** A brake: what a run stopped and why, the products it concerns, and the buttons of both decisions. */
export function BrakeCard({brake, onDone}: BrakeCardProps) {
  const {kind, articles, reason, createdAt, runId} = brake;
  const [isOpen, setOpen] = useState(false);
  return (
    <s-section heading={brakeTexts[kind].heading(count(articles), articles)}>
      <s-stack gap="small-200">
        <s-text>{reason}</s-text>
        <s-text color="subdued">Since {dateAndTime(createdAt)}.</s-text>
        <s-stack direction="inline" gap="small-200">
          <BrakeButtons brake={brake} onDone={(text, run) => onDone({text, runId: run?.id ?? null})} />
          <s-button onClick={() => setOpen(!isOpen)}>
            {isOpen ? 'Hide the products' : `Show the products (${count(articles)})`}
          </s-button>
          <s-button href={`/runs/${runId}`}>Open the update</s-button>
        </s-stack>
        {isOpen && <BrakedArticles brake={brake} onDone={onDone} />}
      </s-stack>
    </s-section>
  );
}
