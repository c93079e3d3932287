import { expect, vi } from 'vitest'
import { startOtherNode } from '#server/testing/other-node.ts'
import { test } from '#server/testing/world.ts'
import { processLock } from './process-lock.ts'

const KEY = 77

test('one process holds a lock, until it releases it or its connection ends', async ({
  context,
}) => {
  const other = await startOtherNode(context)
  const [one, two] = [processLock(context.pool, KEY), processLock(other.context.pool, KEY)]
  try {
    expect(await Promise.all([one.take(), one.take(), one.take()])).toEqual([true, true, true])
    expect(await two.take()).toBe(false)
    await one.release()
    await one.release()
    // The database notices a moment later.
    await vi.waitFor(async () => expect(await two.take()).toBe(true))
    expect(await one.take()).toBe(false)
    await context.pool.query(
      `select pg_terminate_backend(pid) from pg_locks where locktype = 'advisory' and objid = $1`,
      [KEY],
    )
    await vi.waitFor(async () => expect(await one.take()).toBe(true))
    // It may learn later that it has lost its connection.
    await vi.waitFor(async () => expect(await two.take()).toBe(false))
  } finally {
    await one.release()
    await two.release()
    // Waits for every connection of the pool, so a leaked one would fail here.
    await other.close()
  }
})

test('a lock that is taken, lost and released at the same moment leaves nothing behind', async ({
  context,
}) => {
  const lock = processLock(context.pool, KEY + 1)
  for (let count = 0; count < 20; count += 1) {
    await Promise.all([lock.take(), lock.release(), lock.take(), lock.release()])
    await lock.release()
  }
  await vi.waitFor(async () => {
    const { rows } = await context.pool.query(
      `select count(*)::int as left from pg_locks where locktype = 'advisory' and objid = $1`,
      [KEY + 1],
    )
    expect(rows).toEqual([{ left: 0 }])
  })
})
