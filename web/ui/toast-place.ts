export interface Box {
  left: number
  top: number
  width: number
  height: number
}

interface Room {
  size: Pick<Box, 'width' | 'height'>
  view: Pick<Box, 'width' | 'height'>
  /** What must stay free: what can be pressed, and dialogs. */
  obstacles: readonly Box[]
}

const MARGIN = 16
/** Below the site's header. */
const NARROW_TOP = 80
const STEP = 8
/** Widths from which toasts are in a corner, as in the specification. */
const WIDE_FROM = 640

/**
 * The free place that is nearest to the specification's: at the top of a small screen, in the bottom
 * right corner of a larger one. If no place is free, the one that covers the least.
 */
export function findPlace({ size, view, obstacles }: Room): Pick<Box, 'left' | 'top'> {
  const right = view.width - size.width - MARGIN
  const bottom = view.height - size.height - MARGIN
  const isWide = view.width >= WIDE_FROM
  const start = { left: right, top: isWide ? bottom : NARROW_TOP }
  const lefts = isWide ? [right, Math.round(view.width - size.width) / 2, MARGIN] : [right]
  const places = lefts.flatMap((left) => [{ ...start, left }, ...columnOf(left, bottom)])
  const distance = (place: Pick<Box, 'left' | 'top'>): number =>
    Math.hypot(place.left - start.left, place.top - start.top)
  places.sort((a, b) => distance(a) - distance(b))
  let best = { place: start, covered: Number.POSITIVE_INFINITY }
  for (const place of places) {
    const covered = coveredArea({ ...place, ...size }, obstacles)
    if (covered === 0) return place
    if (covered < best.covered) best = { place, covered }
  }
  return best.place
}

/** Whether all of a box is on screen. */
export function isWithin(box: Box, view: Pick<Box, 'width' | 'height'>): boolean {
  const isWide = box.left >= 0 && box.left + box.width <= view.width
  return isWide && box.top >= 0 && box.top + box.height <= view.height
}

/** How much of the obstacles a box covers with 4 px around it, in square pixels. */
export function coveredArea(box: Box, obstacles: readonly Box[]): number {
  let area = 0
  for (const other of obstacles) {
    const width = overlap(box.left - 4, box.width + 8, other.left, other.width)
    const height = overlap(box.top - 4, box.height + 8, other.top, other.height)
    area += width * height
  }
  return area
}

function overlap(start: number, length: number, otherStart: number, otherLength: number): number {
  return Math.max(
    0,
    Math.min(start + length, otherStart + otherLength) - Math.max(start, otherStart),
  )
}

function columnOf(left: number, bottom: number): Pick<Box, 'left' | 'top'>[] {
  const count = Math.max(0, Math.floor((bottom - STEP) / STEP) + 1)
  return Array.from({ length: count }, (_, index) => ({ left, top: STEP + index * STEP }))
}
