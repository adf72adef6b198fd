import type {Raster} from './png.ts';

export type Point = readonly [x: number, y: number];
export type Colour = readonly [red: number, green: number, blue: number];
/** The colour at a place of the picture. */
export type Paint = (x: number, y: number) => Colour;

export function blank(width: number, height: number, paint: Paint): Raster {
  const rgb = new Uint8Array(width * height * 3);
  for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) rgb.set(paint(x, y), (y * width + x) * 3);
  return {width, height, rgb};
}

/** Samples of each row of pixels; along a row the share of a pixel that is covered is exact. */
const SAMPLES = 4;

/** Paints the inside of a polygon (even-odd rule) with smooth edges. */
export function fill(raster: Raster, polygon: readonly Point[], paint: Paint): void {
  const ys = polygon.map(([, y]) => y);
  const first = Math.max(0, Math.floor(Math.min(...ys)));
  const last = Math.min(raster.height - 1, Math.ceil(Math.max(...ys)));
  const covered = new Float64Array(raster.width);
  for (let y = first; y <= last; y++) {
    covered.fill(0);
    for (let sample = 0; sample < SAMPLES; sample++) {
      const crossings = crossingsAt(polygon, y + (sample + 0.5) / SAMPLES);
      for (let at = 0; at + 1 < crossings.length; at += 2) cover(covered, crossings[at] ?? 0, crossings[at + 1] ?? 0);
    }
    blendRow(raster, y, covered, paint);
  }
}

function crossingsAt(polygon: readonly Point[], y: number): number[] {
  const found: number[] = [];
  polygon.forEach(([x1, y1], at) => {
    const [x2, y2] = polygon[(at + 1) % polygon.length] ?? [x1, y1];
    if (y1 <= y !== y2 <= y) found.push(x1 + ((y - y1) / (y2 - y1)) * (x2 - x1));
  });
  return found.toSorted((one, other) => one - other);
}

function cover(covered: Float64Array, from: number, to: number): void {
  const end = Math.min(to, covered.length);
  for (let x = Math.max(0, Math.floor(from)); x < end; x++) {
    covered[x] = (covered[x] ?? 0) + (Math.min(to, x + 1) - Math.max(from, x)) / SAMPLES;
  }
}

function blendRow({width, rgb}: Raster, y: number, covered: Float64Array, paint: Paint): void {
  covered.forEach((share, x) => {
    if (share <= 0) return;
    const colour = paint(x, y);
    const at = (y * width + x) * 3;
    for (let part = 0; part < 3; part++) {
      const below = rgb[at + part] ?? 0;
      rgb[at + part] = Math.round(below + ((colour[part] ?? 0) - below) * Math.min(1, share));
    }
  });
}
