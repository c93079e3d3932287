/** `npm run admin -- <username>`: gives a member all rights, also while the server runs. */
import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { makeAdmin } from '#server/features/accounts/service.ts'
import { readUsername } from './command-line.ts'
import { endWithSentence, withDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

const HELP = `npm run admin -- <username>

Gives a member all rights. Works while the server runs.

Ends with 0 when it is done, 1 when nobody has that username, 2 when the call is wrong.`

const username = readUsername(HELP)
loadEnvFile()
const found = await withDatabase(async (url) => {
  const { db, pool, close } = connectDatabase({ url, max: 2 })
  const changes = await connectChanges({ url, pool, onError: console.error })
  try {
    const memberId = await makeAdmin(db, username)
    if (memberId) changes.announce({ kind: 'member', memberId })
    return memberId !== undefined
  } finally {
    await changes.close()
    await close()
  }
}).catch(endWithSentence)
console.log(found ? `${username} is an administrator now.` : `Nobody has the username ${username}.`)
process.exit(found ? 0 : 1)
