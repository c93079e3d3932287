/**
 * The peer of the sign-in row: repeatedly checks one password, `LANES` at a time, for `SECONDS`, and
 * sends the `Throughput` to its parent process.
 */
import { verify } from '@node-rs/argon2'
import { hashPassword } from '#server/domain/password.ts'
import { PASSWORD } from './population.ts'

const hash = await hashPassword(PASSWORD)
const usedBefore = process.cpuUsage()
const startedAt = performance.now()
const end = startedAt + Number(process.env.SECONDS) * 1000
let count = 0
await Promise.all(
  Array.from({ length: Number(process.env.LANES) }, async () => {
    while (performance.now() < end) {
      if (!(await verify(hash, PASSWORD))) throw new Error('The password is right.')
      count += 1
    }
  }),
)
const { user, system } = process.cpuUsage(usedBefore)
process.send?.({
  rate: count / ((performance.now() - startedAt) / 1000),
  cpu: { server: (user + system) / count, database: 0 },
})
process.disconnect()
