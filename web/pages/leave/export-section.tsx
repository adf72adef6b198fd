import {SaveAsFile} from '../../shared/page/save-as-file.tsx';
import {type ExportFile, exportFiles, loadExport} from './leave-api.ts';

const titles: Readonly<Record<ExportFile, string>> = {
  products: 'Products, with their articles and prices',
  orders: 'Orders, without data of buyers',
  settings: 'Settings',
};

/** Everything as files for a spreadsheet. */
export const ExportSection = () => (
  <s-section heading="Take it with you">
    <s-grid gridTemplateColumns="@container (inline-size > 640px) 1fr 1fr 1fr, 1fr" gap="base">
      {exportFiles.map((file) => (
        <s-stack key={file} gap="small-300">
          <s-text>{titles[file]}</s-text>
          <SaveAsFile load={() => loadExport(file)} name={`piecewise-${file}.csv`} />
        </s-stack>
      ))}
    </s-grid>
  </s-section>
);
