/** `npm run admin -- <username>`: gives a member all rights, also while the server runs. */
import { connectChanges } from '#server/db/changes.ts'
import { connectDatabase } from '#server/db/connect.ts'
import { makeAdmin } from '#server/features/accounts/service.ts'
import { endWithSentence, withDatabase } from './database-url.ts'
import { loadEnvFile } from './load-env-file.ts'

loadEnvFile()
const username = process.argv[2]
if (!username) {
  console.error('Say who: npm run admin -- <username>')
  process.exit(2)
}
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
