import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase, type Db } from '#server/db/connect.ts'
import { StartError } from '#server/start-error.ts'
import { fail, readCommandLine, runCommand } from './command-line.ts'
import { interrupted, withDatabase } from './database-url.ts'

/**
 * The command that changes the member whose username it is called with, and notifies a running
 * server. `change` returns the member's id, or undefined if nobody has that username. `result`
 * follows the username in the sentence that is printed.
 */
export async function changeMember(
  help: string,
  change: (db: Db, username: string) => Promise<string | undefined>,
  result: string,
): Promise<void> {
  const [username, ...rest] = readCommandLine({ help, takesWords: true }).words
  if (!username || rest.length > 0) return fail('Name one member by their username.', help)
  const onError = (error: Error): void => {
    if (!interrupted.aborted) console.error(error)
  }
  await runCommand(() =>
    withDatabase(async (url) => {
      const { db, pool, close } = connectDatabase({ url, max: 2 })
      const changes = await connectChanges({ url, pool, onError })
      try {
        const memberId = await change(db, username)
        if (!memberId) throw new StartError(`Nobody has the username ${username}.`)
        changes.announce({ kind: 'member', memberId })
        console.log(`${username} ${result}`)
      } finally {
        await changes.close()
        await close()
      }
    }),
  )
}
