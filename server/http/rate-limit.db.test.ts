import { expect } from 'vitest'
import { test } from '#server/testing/world.ts'
import { rateLimits } from './rate-limit.ts'

test('counting does not wait for the disk, and everything else still does', async ({ context }) => {
  const { pool, keys, now } = context
  const client = await pool.connect()
  const setting = async (): Promise<unknown> =>
    (await client.query('show synchronous_commit')).rows[0]?.synchronous_commit
  await client.query('set synchronous_commit = on')
  const limits = rateLimits(client as Pick<typeof pool, 'query'>, keys, now)
  for (const count of [
    () => limits.consume('story-member', 'ana'),
    () => limits.forgive({ reset: [['story-member', 'ana']] }),
  ]) {
    // Only until the end of the transaction that counts.
    await client.query('begin')
    await count()
    expect(await setting()).toBe('off')
    await client.query('commit')
    expect(await setting()).toBe('on')
  }
  await client.query('reset synchronous_commit')
  client.release()
})

test('a limit refuses once its points are used up, and starts again after a reset', async ({
  context,
}) => {
  const { pool, keys, now } = context
  const limits = rateLimits(pool, keys, now)
  for (let count = 0; count < 30; count += 1) await limits.consume('story-member', 'ben')
  const refused = limits.consume('story-member', 'ben')
  await expect(refused).rejects.toMatchObject({ code: 'rate_limited' })
  await limits.consume('story-member', 'cleo')
  await limits.reset('story-member', 'ben')
  await limits.consume('story-member', 'ben')
})
