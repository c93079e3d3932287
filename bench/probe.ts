import { Agent, request } from 'node:http'
import { setTimeout as wait } from 'node:timers/promises'

/** Sends requests to one server, one at a time over one connection, and times them. */
export interface Probe {
  /** Milliseconds from the request to the last byte of its answer. Throws on failure. */
  ask(path: string, headers?: Record<string, string>): Promise<number>
  close(): void
}

export function openProbe(url: string): Probe {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  return {
    ask: (path, headers = {}) =>
      new Promise((resolve, reject) => {
        const startedAt = performance.now()
        const asking = request(
          new URL(path, url),
          { agent, headers, timeout: 30_000 },
          (answer) => {
            answer.resume()
            answer.on('end', () => {
              if (answer.statusCode === 200) resolve(performance.now() - startedAt)
              else reject(new Error(`${path}: ${answer.statusCode}`))
            })
          },
        )
        asking.on('timeout', () => asking.destroy(new Error(`${path}: no answer`)))
        asking.on('error', reject)
        asking.end()
      }),
    close: () => agent.destroy(),
  }
}

/** Calls `look` every few milliseconds until `until` settles, and collects the durations. */
export async function measureUntil(
  measure: () => Promise<number>,
  until: Promise<unknown>,
): Promise<number[]> {
  const milliseconds: number[] = []
  let isDone = false
  const finish = (): void => {
    isDone = true
  }
  until.then(finish, finish)
  while (!isDone) {
    milliseconds.push(await measure())
    await wait(5)
  }
  await until
  return milliseconds
}
