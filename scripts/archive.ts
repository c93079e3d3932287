/**
 * `npm run archive`: writes the public part of the site as pages and JSON that need no server.
 * docs/operations.md explains its use.
 */
import { resolve } from 'node:path'
import { pino } from 'pino'
import { createArchive } from '#server/archive/create.ts'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { publishedIds } from '#server/features/stories/list-store.ts'
import { buildApp } from '#server/http/app.ts'
import { StartError } from '#server/start-error.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { withDatabase } from './database-url.ts'

const HELP = `npm run archive -- --to <folder>

Writes what visitors can read without an account into a folder: stories with their replies and
recordings, daily messages and resources, as pages that open in any browser (index.html) and as
JSON (data/). The site may run meanwhile. An earlier archive in the folder is replaced at the end,
so the command can be interrupted and run again at any time.

  --to  a new or empty folder, or one with an earlier archive

Community usernames are in it, and what people delete on the site later stays in it. It is not a
backup: nothing can be restored from it.

Ends with 0 when the archive is complete, 1 when it failed, 2 when something is missing above.`

const { to } = readCommandLine({ help: HELP, options: { to: { type: 'string' } } }).values
const folder = resolve(to ?? fail('Name a folder: --to <folder>', HELP))
await runCommand(() => withDatabase(archive).catch(explain))

async function archive(databaseUrl: string): Promise<void> {
  const config = readConfig(process.env)
  const context = await createContext({ config, log: pino({ level: 'silent' }), databaseUrl })
  const app = await buildApp(context)
  try {
    const { stories, replies, days, products } = await createArchive({
      app,
      folder,
      storyIds: (before, limit) => publishedIds(context.db, { before, limit }),
      now: context.now(),
      onProgress: (count) => console.log(`${count} stories …`),
    })
    console.log(`The archive is complete: ${stories} stories with ${replies} replies, ${days} days and ${products} resources.
Open ${folder}/index.html.`)
  } finally {
    await app.close()
    await context.close()
  }
}

/** Throws a `StartError` for an error that the operator can fix; rethrows any other. */
function explain(error: NodeJS.ErrnoException): never {
  const { code } = error
  if (code === 'ENOSPC')
    throw new StartError('The disk is full. The earlier archive, if any, is unchanged.')
  if (code === 'EACCES' || code === 'EROFS' || code === 'ENOTDIR')
    throw new StartError(`${to} can’t be written.`)
  throw error
}
