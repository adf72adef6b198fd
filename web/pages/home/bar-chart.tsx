type BarChartProps = {
  /** What the chart shows, in words. */
  readonly label: string;
  readonly values: readonly number[];
};

const height = 72;
/** Width of a bar with the gap after it, and of the gap. */
const step = 10;
const gap = 2;

/** One bar for each value; negative ones hang below the line, in another colour. */
export function BarChart({label, values}: BarChartProps) {
  const top = Math.max(0, ...values);
  const bottom = Math.min(0, ...values);
  const unit = height / Math.max(1, top - bottom);
  const line = top * unit;
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${values.length * step} ${height}`}
      width="100%"
      height={height}
      preserveAspectRatio="none"
    >
      {values.map((value, index) => (
        <rect
          // biome-ignore lint/suspicious/noArrayIndexKey: a bar is its place
          key={index}
          x={index * step}
          width={step - gap}
          y={value > 0 ? line - value * unit : line}
          height={Math.abs(value) * unit}
          fill={value < 0 ? '#c70a24' : '#2a6fb0'}
        />
      ))}
      <line x1="0" x2={values.length * step} y1={line} y2={line} stroke="#8a8a8a" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
