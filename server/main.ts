/** The server's program. It obeys a stop signal from here on, also while everything else loads. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { exitEarly } from './report-failure.ts'
import { untilStop } from './stop-signal.ts'

const { runServer } = await load().catch(exitEarly)
// Not awaited: `scripts/start.js` goes on once everything is loaded.
void runServer()

/** Loads the server in parts, because a signal that arrives in a part is noticed only after it. */
async function load(): Promise<typeof import('./run-server.ts')> {
  await import('./context.ts')
  await untilStop(nextTurn())
  await import('./workers.ts')
  await untilStop(nextTurn())
  await import('./http/app.ts')
  await untilStop(nextTurn())
  return import('./run-server.ts')
}
