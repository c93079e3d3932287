/**
 * `npm run reset-factors -- <username>`: removes a member's passkeys, authenticator app and recovery
 * codes after they have lost them, and signs them out everywhere; also while the server runs.
 */
import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { resetFactors } from '#server/features/factors/reset-service.ts'
import { readUsername } from './command-line.ts'
import { endWithSentence, withDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

const HELP = `npm run reset-factors -- <username>

Removes a member's passkeys, authenticator app and recovery codes after they have lost them, and
signs them out everywhere. Works while the server runs. Make sure first that it is really them.

Ends with 0 when it is done, 1 when nobody has that username, 2 when the call is wrong.`

const username = readUsername(HELP)
loadEnvFile()
const found = await withDatabase(async (url) => {
  const { db, pool, close } = connectDatabase({ url, max: 2 })
  const changes = await connectChanges({ url, pool, onError: console.error })
  try {
    const memberId = await resetFactors(db, username)
    if (memberId) changes.announce({ kind: 'member', memberId })
    return memberId !== undefined
  } finally {
    await changes.close()
    await close()
  }
}).catch(endWithSentence)
if (found) {
  console.log(`${username} now signs in without a second factor and is signed out everywhere.`)
} else {
  console.error(`Nobody has the username ${username}.`)
}
process.exit(found ? 0 : 1)
