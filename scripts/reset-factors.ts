/**
 * `npm run reset-factors -- <username>`: removes a member's passkeys, authenticator app and recovery
 * codes after they have lost them, and signs them out everywhere. Works while the server runs.
 */
import { resetFactors } from '#server/features/factors/reset-service.ts'
import { changeMember } from './change-member.ts'
import { readUsername } from './command-line.ts'

const HELP = `npm run reset-factors -- <username>

Removes a member's passkeys, authenticator app and recovery codes after they have lost them, and
signs them out everywhere. Works while the server runs. Make sure first that it is really them.

Ends with 0 when it is done, 1 when nobody has that username, 2 when the call is wrong.`

const username = readUsername(HELP)
const found = await changeMember(username, resetFactors)
if (found) {
  console.log(`${username} now signs in without a second factor and is signed out everywhere.`)
} else {
  console.error(`Nobody has the username ${username}.`)
}
process.exit(found ? 0 : 1)
