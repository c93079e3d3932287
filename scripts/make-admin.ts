/** `npm run admin -- <username>`: gives a member all rights, even while the server runs. */
import { makeAdmin } from '#server/features/accounts/first-admin.ts'
import { changeMember } from './change-member.ts'

const HELP = `npm run admin -- <username>

Gives a member all rights. Works while the server runs.

Ends with 0 when it is done, 1 when nobody has that username, 2 when the call is wrong.`

await changeMember(HELP, makeAdmin, 'is an administrator now.')
