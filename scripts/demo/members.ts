import { PRESETS } from '#contract/rights.ts'
import type { Queryable } from '#server/db/connect.ts'
import type { DemoMember } from './types.ts'

/** The members by nicknames that only these files use. */
const people = {
  ruth: {
    username: 'mcalder58',
    email: 'marion.calder@example.org',
    anonymousUsername: 'Ruth & the kettle',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 181,
    rights: PRESETS.owner,
  },
  gate: {
    username: 'd_whitlock',
    email: 'dwhitlock@example.com',
    anonymousUsername: 'Open Gate',
    timeZone: 'America/New_York',
    joinedDaysAgo: 180,
    rights: PRESETS.pastor,
  },
  sparrow: {
    username: 'kdz-1987',
    email: 'k.dziedzic@example.net',
    anonymousUsername: 'Morning Sparrow',
    timeZone: 'America/New_York',
    joinedDaysAgo: 158,
  },
  river: {
    username: 'hal_lindqvist',
    email: 'halvard@example.org',
    anonymousUsername: 'QuietRiver',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 160,
  },
  learning: {
    username: 'jpark_04',
    email: 'joonpark@example.com',
    anonymousUsername: 'still.learning',
    timeZone: 'America/Los_Angeles',
    joinedDaysAgo: 120,
  },
  luz: {
    username: 'esperanza-mv',
    email: 'emvillareal@example.net',
    anonymousUsername: 'Abuela Luz',
    timeZone: 'America/Denver',
    joinedDaysAgo: 140,
  },
  flour: {
    username: 'tbeaumont',
    email: 'tess.b@example.com',
    anonymousUsername: 'Flour on the Sleeve',
    timeZone: 'America/New_York',
    joinedDaysAgo: 155,
  },
  shift: {
    username: 'okafor22',
    email: 'c.okafor@example.net',
    anonymousUsername: 'second shift',
    timeZone: 'America/Indiana/Indianapolis',
    joinedDaysAgo: 97,
  },
  sunrise: {
    username: 'big-mick',
    email: 'mhanrahan@example.com',
    anonymousUsername: 'one more sunrise',
    timeZone: 'America/New_York',
    joinedDaysAgo: 149,
  },
  porch: {
    username: 'gdelacroix',
    email: 'gerard.d@example.org',
    anonymousUsername: 'PorchLight',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 133,
  },
  mustard: {
    username: 'vik_n',
    email: 'vnarayan@example.net',
    anonymousUsername: 'Mustard Seed, Slightly Burnt',
    timeZone: 'America/Los_Angeles',
    joinedDaysAgo: 110,
  },
  harmattan: {
    username: 'adaeze_u',
    email: 'a.umeh@example.com',
    anonymousUsername: 'Harmattan',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 88,
  },
  ledger: {
    username: 'pfitzroy',
    email: 'peter.fitz@example.org',
    anonymousUsername: 'Nickels & Hymns',
    timeZone: 'America/New_York',
    joinedDaysAgo: 152,
  },
  longway: {
    username: 'carla-j',
    email: 'cjmendes@example.net',
    anonymousUsername: 'The Long Way Round',
    timeZone: 'America/Phoenix',
    joinedDaysAgo: 126,
  },
  snowdrop: {
    username: 'bethany_k3',
    email: 'b.kowal@example.com',
    anonymousUsername: 'Snowdrop',
    timeZone: 'America/Detroit',
    joinedDaysAgo: 70,
  },
  oldDog: {
    username: 'rayburn_t',
    email: 'truckerray@example.org',
    anonymousUsername: 'Old Dog, New Psalm',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 157,
  },
  jelly: {
    username: 'mlarsson',
    email: 'mia.larsson@example.net',
    anonymousUsername: 'Jellybean Count',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 115,
  },
  tomas: {
    username: 'ibanez_r',
    email: 'ricardo.ib@example.com',
    anonymousUsername: 'Tomás, obviously',
    timeZone: 'Europe/Madrid',
    joinedDaysAgo: 64,
  },
  pixel: {
    username: 'zoewhelan',
    email: 'zwhelan@example.org',
    anonymousUsername: 'pencil shavings',
    timeZone: 'America/Los_Angeles',
    joinedDaysAgo: 92,
  },
  gravel: {
    username: 'lou_petrakis',
    email: 'lpetrakis@example.com',
    anonymousUsername: 'Barefoot on Gravel',
    timeZone: 'America/Detroit',
    joinedDaysAgo: 83,
  },
  lemon: {
    username: 'nomsa_d',
    email: 'n.dube@example.net',
    anonymousUsername: 'Lemon Tree, Back Yard',
    timeZone: 'Africa/Johannesburg',
    joinedDaysAgo: 104,
  },
  goat: {
    username: 'w-haugen',
    email: 'wes.haugen@example.org',
    anonymousUsername: 'Hilltop Goat',
    timeZone: 'America/Denver',
    joinedDaysAgo: 145,
  },
  kite: {
    username: 'dariusb',
    email: 'dbell@example.com',
    anonymousUsername: 'kite string',
    timeZone: 'America/New_York',
    joinedDaysAgo: 41,
  },
  nana: {
    username: 'lucille1949',
    email: 'lucille.pruitt@example.net',
    anonymousUsername: 'Nana B.',
    timeZone: 'America/New_York',
    joinedDaysAgo: 151,
  },
  half: {
    username: 'gracie-oh',
    email: 'g.ohara@example.com',
    anonymousUsername: 'Half Past Seven',
    timeZone: 'America/Denver',
    joinedDaysAgo: 52,
  },
  salt: {
    username: 'andre_f',
    email: 'andrefontaine@example.org',
    anonymousUsername: 'pinch of salt',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 36,
  },
  unhurried: {
    username: 'cora_santos',
    email: 'mrs.santos@example.net',
    anonymousUsername: 'Unhurried',
    timeZone: 'Asia/Manila',
    joinedDaysAgo: 129,
  },
  thermos: {
    username: 'joe-vance',
    email: 'jv.heating@example.com',
    anonymousUsername: 'Blue Thermos',
    timeZone: 'America/Chicago',
    joinedDaysAgo: 23,
  },
  trains: {
    username: 'himran',
    email: 'hanna.imran@example.org',
    anonymousUsername: 'Between Two Trains',
    timeZone: 'Europe/London',
    joinedDaysAgo: 58,
  },
  wren: {
    username: 'sylvie_q',
    email: 's.quimby@example.net',
    anonymousUsername: 'wren in winter',
    timeZone: 'America/New_York',
    joinedDaysAgo: 12,
  },
} satisfies Record<string, DemoMember>

/** The thirty members of the demo community, in a fixed order. */
export const demoMembers: DemoMember[] = Object.values(people)

/** Each member's index in `demoMembers` by nickname, which makes threads readable. */
// Object.fromEntries loses the type of its keys; they are those of `people`.
export const who = Object.fromEntries(
  Object.keys(people).map((nickname, index) => [nickname, index]),
) as Record<keyof typeof people, number>

/** The ids of all members in the database by their usernames. */
export async function memberIds(db: Queryable): Promise<Map<string, string>> {
  const members = await db.selectFrom('member').select(['memberId', 'username']).execute()
  return new Map(members.map(({ memberId, username }) => [username, memberId]))
}
