/**
 * `npm run invite -- <file>`: emails an invitation to everyone on a list, even while the server runs.
 * docs/operations.md has a section about it.
 */
import { pino } from 'pino'
import { JOINING_LIMITS } from '#contract/joining.ts'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { readAddressList } from '#server/domain/address-list.ts'
import { inviteList, previewList } from '#server/features/joining/invite-list.ts'
import { readJoining } from '#server/features/joining/service.ts'
import { readWrittenText } from '#server/local-files.ts'
import { StartError } from '#server/start-error.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { withDatabase } from './database-url.ts'

const MOST_ADDRESSES = 5_000
const HELP = `npm run invite -- <file> [--days 30] [--dry-run]

Emails an invitation to every address in a file: one address per line, or CSV with an "email" column.
Each invitation works once. Everyone chooses their own community username.

  --days     how long the invitations work, from 1 to ${JOINING_LIMITS.invitationDays} days (30 unless set)
  --dry-run  says what would be sent, and sends nothing

Running it again sends nothing twice: addresses with an account or an invitation that still works
are skipped. The server keeps a keyed hash of each address until its invitation ends, and nothing
about who used it.

Ends with 0 when everyone was invited, 1 when a line has no valid address or it failed, 2 when
something is missing above.`

const { path, days, isDryRun } = readArguments()
const list = readAddressList(await readWrittenText(path).catch(unreadable))
for (const line of list.invalid) console.error(`Line ${line} has no valid email address.`)
if (list.duplicates > 0) console.log(`Listed more than once: ${list.duplicates}.`)
if (list.addresses.length > MOST_ADDRESSES)
  fail(`Use lists of ${MOST_ADDRESSES} addresses at most.`, HELP)

if (list.invalid.length > 0) process.exitCode = 1
await runCommand(() => withDatabase(send))

async function send(databaseUrl: string): Promise<void> {
  const config = readConfig(process.env)
  const context = await createContext({ config, log: pino({ level: 'silent' }), databaseUrl })
  try {
    if (context.isUnconfirmed)
      throw new StartError('This site was restored and is not confirmed yet, so it sends no email.')
    if ((await readJoining(context)).mode === 'closed')
      throw new StartError(
        'The community is closed. Choose who may join first: Admin Dashboard, Joining.',
      )
    const input = { addresses: list.addresses, days }
    const { sent, skipped } = await (isDryRun ? previewList : inviteList)(context, input)
    console.log(`${isDryRun ? 'Would be sent' : 'Sent'}: ${sent}. Skipped: ${skipped}.`)
  } finally {
    await context.close()
  }
}

function readArguments(): { path: string; days: number; isDryRun: boolean } {
  const { values, words } = readCommandLine({
    help: HELP,
    options: {
      days: { type: 'string', default: '30' },
      'dry-run': { type: 'boolean', default: false },
    },
    takesWords: true,
  })
  const [path, ...rest] = words
  const days = /^\d{1,2}$/.test(values.days) ? Number(values.days) : 0
  if (!path || rest.length > 0) fail('Name one file.', HELP)
  if (days < 1 || days > JOINING_LIMITS.invitationDays) {
    fail(`--days takes a whole number from 1 to ${JOINING_LIMITS.invitationDays}.`, HELP)
  }
  return { path, days, isDryRun: values['dry-run'] }
}

function unreadable(cause: unknown): never {
  if (cause instanceof StartError) fail(cause.message)
  fail(`The file ${path} can’t be read. Check its name, and that it is a file that you may read.`)
}
