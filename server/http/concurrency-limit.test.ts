import Fastify from 'fastify'
import { expect, onTestFinished, test, vi } from 'vitest'
import { limitConcurrency } from './concurrency-limit.ts'

const [ANA, BEN] = ['192.0.2.1', '192.0.2.2']

test('a network’s requests beyond the limit wait in order, and nobody else waits for them', async () => {
  const app = Fastify({ trustProxy: true, forceCloseConnections: true })
  onTestFinished(() => app.close())
  limitConcurrency(app, { active: 1, queued: 3 })
  const begun: string[] = []
  const answers = new Map<string, () => void>()
  app.get('/:name', (request, reply) => {
    begun.push(request.url)
    answers.set(request.url, () => void reply.send(''))
  })
  app.get('/member', { config: { isPublic: false } }, (_request, reply) => void reply.send(''))
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const get = async (address: string, path: string): Promise<number> =>
    (await fetch(url + path, { headers: { 'x-forwarded-for': address } })).status
  const answer = async (path: string): Promise<void> => {
    await vi.waitUntil(() => answers.has(path))
    answers.get(path)?.()
  }

  const first = get(ANA, '/1')
  await vi.waitUntil(() => begun.length === 1)
  let refused = 0
  const others = ['/2', '/3', '/4', '/5', '/6'].map(async (path) => {
    const status = await get(ANA, path)
    if (status === 429) refused += 1
    return status
  })
  await vi.waitUntil(() => refused === 2)
  expect(await get(ANA, '/member')).toBe(200)
  const other = get(BEN, '/ben')
  await answer('/ben')
  expect(await other).toBe(200)
  expect(begun).toEqual(['/1', '/ben'])
  for (let next = 0; next < 4; next += 1) {
    const path = begun.filter((one) => one !== '/ben')[next] ?? ''
    await answer(path)
    if (next < 3) await vi.waitUntil(() => begun.length === next + 3)
  }
  expect(await first).toBe(200)
  expect((await Promise.all(others)).toSorted()).toEqual([200, 200, 200, 429, 429])
  const again = get(ANA, '/again')
  await answer('/again')
  expect(await again).toBe(200)
})
