import { fail, readCommandLine } from '../../scripts/command-line.ts'

/** A node's cut of 20 seconds from the database and its recovery must fit into a phase. */
const LEAST_SECONDS = 30
const MOST_SECONDS = 60

const HELP = `npm run scale-proof -- [--seconds 30]

Runs three nodes behind nginx with a PostgreSQL primary and its replica, an S3 server and a mail
server, all on this machine. Under mixed load it kills a node, cuts one off from the database, fails
over to the replica and restarts all nodes one by one. Afterwards it reads back every write that was
acknowledged and counts every email.

  --seconds  the length of a phase, from ${LEAST_SECONDS} to ${MOST_SECONDS}; there are five, and three minutes beside them

Exit code 0: all checks hold; 1: one doesn't, and the report says which; 2: a wrong call, or nginx
is missing.`

/** Parses the command line. Returns the seconds of each phase. */
export function readSeconds(): number {
  const { values } = readCommandLine({
    help: HELP,
    options: { seconds: { type: 'string', default: String(LEAST_SECONDS) } },
  })
  const range = `from ${LEAST_SECONDS} to ${MOST_SECONDS}`
  return findSeconds(values.seconds) ?? fail(`--seconds is a number ${range}.`, HELP)
}

/** Undefined if the phases would be too short or too long. */
export function findSeconds(text: string): number | undefined {
  const seconds = Number(text)
  return seconds >= LEAST_SECONDS && seconds <= MOST_SECONDS ? seconds : undefined
}
