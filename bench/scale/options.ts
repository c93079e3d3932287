import { parseArgs } from 'node:util'

/** The length of the run. */
export interface ScaleOptions {
  /** Seconds of each phase. */
  seconds: number
}

/** A node's cut of 20 seconds from the database and its recovery must fit into a phase. */
const LEAST_SECONDS = 30
const MOST_SECONDS = 60

export const SCALE_HELP = `npm run scale-proof -- [--seconds 30]

Runs three nodes behind nginx with a PostgreSQL primary and its replica, an S3 server and a mail
server, all on this machine. Under mixed load it kills a node, cuts one off from the database, fails
over to the replica and restarts all nodes one by one. Afterwards it reads back every write that was
acknowledged and counts every email.

  --seconds  the length of a phase, from ${LEAST_SECONDS} to ${MOST_SECONDS}; there are five, and three minutes beside them

Exit code 0: all checks hold; 1: one doesn't, and the report says which; 2: a wrong call, or nginx
is missing.
`

/** Parses the command line. Throws on unknown options; undefined for `--help`. */
export function readScaleOptions(args: string[]): ScaleOptions | undefined {
  const { values } = parseArgs({
    args,
    options: {
      seconds: { type: 'string', default: String(LEAST_SECONDS) },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
  if (values.help) return undefined
  const seconds = Number(values.seconds)
  if (!(seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS)) {
    throw new Error(`--seconds is a number from ${LEAST_SECONDS} to ${MOST_SECONDS}.`)
  }
  return { seconds }
}
