type BarChartProps = {
  /** What the chart shows, in words. */
  readonly label: string;
  /** Null: no order counts. */
  readonly values: readonly (number | null)[];
};

/** The height of the chart in pixels, and in units of the drawing. */
const chartHeight = 72;
/** The width of a bar together with the gap after it, in units of the drawing. */
const barStep = 10;
const barGap = 2;

/**
 * A chart with one bar for each value; negative bars hang below the zero line, in another colour. Where no order counts, the bar is grey and
 * as high as the chart.
 */
export function BarChart({label, values}: BarChartProps) {
  const known = values.map((value) => value ?? 0);
  const top = Math.max(0, ...known);
  const bottom = Math.min(0, ...known);
  const unit = chartHeight / Math.max(1, top - bottom);
  const line = top * unit;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * barStep} ${chartHeight}`}
      width="100%"
      height={chartHeight}
      preserveAspectRatio="none"
    >
      {values.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={index}
          x={index * barStep}
          width={barStep - barGap}
          {...(value === null ? uncountedBar : barOf(value, line, unit))}
        />
      ))}
      <line
        x1="0"
        x2={values.length * barStep}
        y1={line}
        y2={line}
        stroke="#8a8a8a"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const uncountedBar = {y: 0, height: chartHeight, fill: '#e3e3e3'};

const barOf = (value: number, line: number, unit: number) => ({
  y: value > 0 ? line - value * unit : line,
  height: Math.abs(value) * unit,
  fill: value < 0 ? '#c70a24' : '#2a6fb0',
});
