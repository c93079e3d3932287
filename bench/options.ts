import { resolve } from 'node:path'
import { SHOP_LIMITS } from '#contract/shop.ts'
import { fail, readCommandLine } from '../scripts/command-line.ts'

/** How large and how long the run is. */
export interface Options {
  /** Names of row groups; empty means all. */
  only: string[]
  /** A folder for CPU profiles of the servers. */
  profile?: string
  /** Stories for the list, thread and write rows. */
  stories: number
  /** Stories for the growth rows, small and large; there is one member per ten stories. */
  growth: { small: number; large: number }
  /** Comparisons of ours with the bare server; the median of their ratios is used. */
  rounds: number
  /** Seconds for each side in a round. */
  seconds: number
  /** Answers for each side in a round, instead of `seconds`. */
  answers?: number
  /** Minutes of load in the memory row. */
  minutes: number
  /** The rate at which a broadcast is sent in the mailings rows. */
  mailsPerMinute: number
  /** Loads of each page with Lighthouse; the median is used. */
  pageLoads: number
  /** Single requests for a percentile. */
  samples: number
  /** The number of recordings for the upload rows, and their length in seconds. */
  uploads: { count: number; seconds: number }
  /** The size of the digital file in the file rows. */
  fileBytes: number
  /** Members and days of entries in the practice rows. */
  journals: { members: number; days: number }
  /** Seconds without a request: before the idle rows begin, and while they measure. */
  idle: { settle: number; seconds: number }
  /** The site for the backup rows; `bytes` is the size of each file. */
  backup: { stories: number; files: { count: number; bytes: number } }
  /** How many milliseconds a broadcast runs before it is paused for as long. */
  mailingRoundMs: number
  live: {
    listeners: number
    /** Minutes of speech in which no packet may be lost. */
    minutes: number
    /** Joins that are timed, one at a time. */
    timedJoins: number
    joins: number
    offers: number
  }
}

type Size = Omit<Options, 'only' | 'profile'>

const FULL: Size = {
  stories: 100_000,
  growth: { small: 1_000, large: 1_000_000 },
  rounds: 5,
  seconds: 4,
  minutes: 0.5,
  mailsPerMinute: 600,
  pageLoads: 3,
  samples: 1_000,
  // A 16-bit recording with 48,000 samples per second, a little under the limit of 25 MB.
  uploads: { count: 3, seconds: 270 },
  fileBytes: SHOP_LIMITS.fileBytes,
  journals: { members: 10_000, days: 365 },
  idle: { settle: 15, seconds: 60 },
  // 20 GB of recordings as long as a usual story.
  backup: { stories: 1_000_000, files: { count: 14_300, bytes: 1_400_000 } },
  mailingRoundMs: 20_000,
  live: { listeners: 100, minutes: 5, timedJoins: 60, joins: 1_000, offers: 2_000 },
}
const QUICK: Size = {
  stories: 10_000,
  growth: { small: 1_000, large: 30_000 },
  rounds: 3,
  seconds: 1,
  minutes: 0.1,
  mailsPerMinute: 3_000,
  pageLoads: 1,
  samples: 300,
  uploads: { count: 1, seconds: 270 },
  fileBytes: SHOP_LIMITS.fileBytes,
  journals: { members: 1_000, days: 365 },
  idle: { settle: 10, seconds: 30 },
  backup: { stories: 10_000, files: { count: 350, bytes: 1_400_000 } },
  mailingRoundMs: 5_000,
  live: { listeners: 100, minutes: 0.5, timedJoins: 60, joins: 200, offers: 400 },
}
/** Checks that every row runs, and catches severalfold increases in cost. Other figures mean nothing. */
export const TINY: Size = {
  stories: 1_000,
  growth: { small: 200, large: 200 },
  rounds: 3,
  seconds: 0.2,
  answers: 300,
  minutes: 0.01,
  mailsPerMinute: 6_000,
  pageLoads: 1,
  samples: 10,
  uploads: { count: 1, seconds: 2 },
  fileBytes: 1_000_000,
  journals: { members: 20, days: 10 },
  idle: { settle: 0, seconds: 1 },
  backup: { stories: 1_000, files: { count: 20, bytes: 100_000 } },
  mailingRoundMs: 500,
  live: { listeners: 3, minutes: 0.01, timedJoins: 2, joins: 8, offers: 10 },
}

function help(groups: readonly string[]): string {
  return `npm run bench -- [--quick | --tiny] [--only list,growth] [--minutes 5] [--mails-per-minute 3000] [--profile FOLDER]

  --quick    small sizes and short rounds: rough figures in some minutes
  --tiny     the sizes of \`npm test\`: every row runs, and its figures mean nothing
  --only     some groups of rows: ${groups.join(', ')}
  --minutes  how long the memory row keeps the server busy
  --mails-per-minute
             how fast the mailings row sends; 600 is what a server does unless configured otherwise
  --profile  keeps a CPU profile of each server in this folder, for a browser's developer tools, and
             prints which functions took the time after the start; best with one group of rows

CPU times are microseconds per answer: of the server process + of the database.`
}

/**
 * Parses the command line. Throws on wrong values.
 *
 * @param groups the names of all row groups
 */
export function readOptions(groups: readonly string[]): Options {
  const { values } = readCommandLine({
    help: help(groups),
    options: {
      quick: { type: 'boolean', default: false },
      tiny: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      minutes: { type: 'string' },
      'mails-per-minute': { type: 'string' },
      profile: { type: 'string' },
    },
  })
  const size = values.tiny ? TINY : values.quick ? QUICK : FULL
  const minutes = Number(values.minutes ?? size.minutes)
  if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes is a number up to 60.')
  const mailsPerMinute = Number(values['mails-per-minute'] ?? size.mailsPerMinute)
  if (!(mailsPerMinute >= 1)) throw new Error('--mails-per-minute is a number from 1.')
  const only = values.only.split(',').filter((name) => name !== '')
  const unknown = only.find((name) => !groups.includes(name))
  if (unknown) fail(`There is no group of rows called ${unknown}.`, help(groups))
  return {
    ...size,
    minutes,
    mailsPerMinute,
    ...(values.profile !== undefined && { profile: resolve(values.profile) }),
    only,
  }
}
