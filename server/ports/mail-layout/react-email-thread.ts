import { parentPort } from 'node:worker_threads'
import type { LayoutAnswer, LayoutRequest } from './react-email.ts'
import { composeMailing } from './react-email-page.ts'

parentPort?.on('message', async ({ id, input }: LayoutRequest) => {
  const answer = await composeMailing(input).then(
    (mail): LayoutAnswer => ({ id, mail }),
    (error: unknown): LayoutAnswer => ({ id, error: String(error) }),
  )
  parentPort?.postMessage(answer)
})
