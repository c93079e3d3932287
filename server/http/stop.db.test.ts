import { expect } from 'vitest'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

test('requests that arrive during a stop are answered', async ({ context, world }) => {
  const { cookie } = await world.member()
  const app = await buildApp(context)
  // Called last, when the streams have ended.
  const stopping = Promise.withResolvers<void>()
  const gate = Promise.withResolvers<void>()
  app.addHook('preClose', () => {
    stopping.resolve()
    return gate.promise
  })
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const stopped = app.close()
  await stopping.promise
  const answer = await fetch(`${url}/api/health`)
  expect(answer.status).toBe(200)
  // A proxy in front uses another node from now on.
  expect(answer.headers.get('connection')).toBe('close')
  expect(await answer.json()).toMatchObject({ status: 'ok' })
  // A stream would keep the port open.
  const stream = await fetch(`${url}/api/events`, { headers: { cookie } })
  expect(stream.status).toBe(503)
  gate.resolve()
  await stopped
})
