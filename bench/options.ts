import { parseArgs } from 'node:util'

/** How large and how long the run is. */
export interface Options {
  /** Names of row groups; empty means all. */
  only: string[]
  /** Stories of the list, thread and write rows. */
  stories: number
  /** Stories of the growth rows, small and large; there is one member to ten stories. */
  growth: { small: number; large: number }
  /** Comparisons of ours with the bare server; the median of their ratios counts. */
  rounds: number
  /** Seconds that each side has in a round. */
  seconds: number
  /** Minutes of load in the memory row. */
  minutes: number
  /** The rate at which a broadcast is sent in the mailings rows. */
  mailsPerMinute: number
  /** Single requests from which a percentile is taken. */
  samples: number
  uploads: number
  /** Members with a year of entries in the practice rows. */
  journals: number
  live: {
    /** Minutes of speech in which no packet may be lost. */
    minutes: number
    joins: number
    offers: number
  }
}

const FULL = {
  stories: 100_000,
  growth: { small: 1_000, large: 1_000_000 },
  rounds: 5,
  seconds: 4,
  minutes: 0.5,
  mailsPerMinute: 600,
  samples: 1_000,
  uploads: 3,
  journals: 10_000,
  live: { minutes: 5, joins: 1_000, offers: 2_000 },
}
const QUICK = {
  stories: 10_000,
  growth: { small: 1_000, large: 30_000 },
  rounds: 3,
  seconds: 1,
  minutes: 0.1,
  mailsPerMinute: 3_000,
  samples: 300,
  uploads: 1,
  journals: 1_000,
  live: { minutes: 0.5, joins: 200, offers: 400 },
}

export const HELP = `npm run bench -- [--quick] [--only list,growth] [--minutes 5] [--mails-per-minute 3000]

  --quick    small sizes and short rounds, to see that everything works
  --only     some groups of rows: start, list, thread, write, memory, sign-in, upload, file,
             growth, practice, mailings, live
  --minutes  how long the memory row keeps the server busy
  --mails-per-minute
             how fast the mailings row sends; 600 is what a server does without a word
`

/** Reads the command line. Throws for what it does not know; undefined when help is asked for. */
export function readOptions(args: string[]): Options | undefined {
  const { values } = parseArgs({
    args,
    options: {
      quick: { type: 'boolean', default: false },
      only: { type: 'string', default: '' },
      minutes: { type: 'string' },
      'mails-per-minute': { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const size = values.quick ? QUICK : FULL
  const minutes = Number(values.minutes ?? size.minutes)
  if (!(minutes > 0 && minutes <= 60)) throw new Error('--minutes is a number up to 60.')
  const mailsPerMinute = Number(values['mails-per-minute'] ?? size.mailsPerMinute)
  if (!(mailsPerMinute >= 1)) throw new Error('--mails-per-minute is a number from 1.')
  return {
    ...size,
    minutes,
    mailsPerMinute,
    only: values.only.split(',').filter((name) => name !== ''),
  }
}
