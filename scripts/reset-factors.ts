/**
 * `npm run reset-factors -- <username>`: removes a member's passkeys, authenticator app and recovery
 * codes after they have lost them, and signs them out everywhere; also while the server runs.
 */
import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { resetFactors } from '#server/features/factors/reset-service.ts'
import { withDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

loadEnvFile()
const username = process.argv[2]
if (!username) {
  console.error('Say whose: npm run reset-factors -- <username>')
  process.exit(2)
}
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
})
console.log(
  found
    ? `${username} signs in without a second factor now and is signed out everywhere.`
    : `Nobody has the username ${username}.`,
)
process.exit(found ? 0 : 1)
