import {importingQuery, setUpApi} from '../../shared/api/set-up-api.ts';
import {OneChoice} from './one-choice.tsx';

/** Whether new products arrive as drafts or on sale, asked wherever a step creates products. */
export const NewProductStatusChoice = () => (
  <OneChoice
    label="New products arrive as"
    answerName="how products arrive"
    name="newProducts"
    query={importingQuery}
    readValue={({newProducts}) => newProducts}
    options={() => [
      {value: 'draft', label: 'Drafts, which you publish yourself'},
      {value: 'active', label: 'Active products, on sale at once'},
    ]}
    save={(stored, value) => setUpApi.saveImporting({...stored, newProducts: value === 'active' ? 'active' : 'draft'})}
  />
);
