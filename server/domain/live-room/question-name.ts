import { nameSkeleton } from '../name-key.ts'

const FIRST = (
  'Amber Autumn Bright Calm Cedar Clear Clover Copper Coral Distant Early Evening Fern First ' +
  'Gentle Golden Green Harbor Hazel Hidden High Honest Humble Ivory Kind Late Linen Little Maple ' +
  'Meadow Mild Morning Narrow New Noon Olive Open Pale Patient Plain Quiet Rising River Silver ' +
  'Slow Soft Still Summer Tall Timber Velvet Violet Warm Wide Willow Winter'
).split(' ')
const SECOND = (
  'Bell Bench Bridge Brook Candle Canoe Chapel Cloud Corner Door Field Finch Fire Garden Gate Hill ' +
  'Kettle Ladder Lake Lamp Lantern Lark Leaf Letter Lighthouse Loaf Meadow Mill Moon Moss Oak Orchard ' +
  'Path Pebble Pine Plum Porch Quilt Rain Reed Road Robin Sail Seed Shore Sparrow Spring Star Stone ' +
  'Stream Table Thread Tide Tree Valley Wheat Window Wren'
).split(' ')
const TRIES = 20

/**
 * A name for one question that neither another question nor a person in the room has, so that it
 * cannot be mistaken for theirs.
 *
 * @param random a whole number from 0 up to the given one, exclusive
 */
export function questionName(
  random: (below: number) => number,
  taken: { questions: Iterable<string>; people: Iterable<string> },
): string {
  const keys = new Set([...taken.questions, ...taken.people].map(nameSkeleton))
  for (let attempt = 0; ; attempt += 1) {
    const [first = '', second = ''] = [FIRST[random(FIRST.length)], SECOND[random(SECOND.length)]]
    const name = attempt < TRIES ? `${first} ${second}` : `${first} ${second} ${attempt}`
    if (!keys.has(nameSkeleton(name))) return name
  }
}
