import {type ReactNode, useState} from 'react';
import type {Overview} from '#contract/overview.ts';
import type {ProductsPart, Saved} from '#contract/settings.ts';
import {historySettings, offSaleSettings} from '#domain/settings/catalogue.ts';
import {choicesQuery} from '../../shared/api/questions.ts';
import {useRemote} from '../../shared/api/remote.ts';
import {DescribedFields} from '../../shared/form/described-field.tsx';
import {SavingState} from '../../shared/form/saving-state.tsx';
import {SettingsForm, useSettingsForm} from '../../shared/form/settings-form.tsx';
import {GoodsSection} from './goods-section.tsx';
import {lookApi, useTriedTemplate} from './look-api.ts';
import {lookKind, readTemplate} from './look-draft.ts';
import {NamesSection} from './names-section.tsx';
import {OwnersSection} from './owners-section.tsx';
import {TitleSection} from './title-section.tsx';
import {TriedArticle} from './tried-article.tsx';

const lookFormKind = {...lookKind, reviewsFields: true as const, preview: lookApi.preview, save: lookApi.save};

type LookFormProps = {
  readonly overview: Overview;
  readonly stored: Saved<ProductsPart>;
  /** Shown at the top of the form, below the state of the last save. */
  readonly children: ReactNode;
};

/** The form of how products look. What it changes of existing products is shown before it is saved. */
export function LookForm({overview, stored, children}: LookFormProps) {
  const state = useSettingsForm(lookFormKind, stored);
  const {fields, saving} = state;
  const [articleId, setArticleId] = useState<string | undefined>(undefined);
  const {template} = readTemplate(fields.draft);
  const asked = articleId === undefined ? {} : {articleId};
  const answer = useTriedTemplate(template === null ? null : {template, owned: fields.draft.owned, ...asked});
  const tried = answer.value?.tried ?? null;
  const choices = useRemote(choicesQuery(overview.lastRun)).value;
  const top = (
    <>
      <SavingState
        saving={saving}
        currency={overview.currency}
        isSetUp={overview.setUp.everythingAsked}
        showsFields={true}
      />
      {children}
    </>
  );
  return (
    <SettingsForm state={state} id="look-save-bar" top={top}>
      <TriedArticle answer={answer} onChoose={setArticleId} />
      <TitleSection fields={fields} tried={tried} />
      <NamesSection fields={fields} tried={tried} choices={choices} />
      <GoodsSection fields={fields} tried={tried} choices={choices} />
      <OwnersSection fields={fields} />
      <s-section heading="What is no longer offered">
        <DescribedFields settings={offSaleSettings} {...fields} />
      </s-section>
      <s-section heading="History">
        <DescribedFields settings={historySettings} {...fields} />
      </s-section>
    </SettingsForm>
  );
}
