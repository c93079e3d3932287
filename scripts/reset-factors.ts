/**
 * `npm run reset-factors -- <username>`: removes a member's passkeys, authenticator app and recovery
 * codes after they have lost them, and signs them out everywhere. Works while the server runs.
 */
import { resetFactors } from '#server/features/factors/service.ts'
import { changeMember } from './change-member.ts'

const HELP = `npm run reset-factors -- <username>

Removes a member's passkeys, authenticator app and recovery codes after they have lost them, and
signs them out everywhere. Works while the server runs. Make sure first that it is really them.

Ends with 0 when it is done, 1 when nobody has that username, 2 when the call is wrong.`

await changeMember(
  HELP,
  resetFactors,
  'now signs in without a second factor and is signed out everywhere.',
)
