/** `npm start`: builds the web app if its sources changed, then runs the server in this process. */
import { exitEarly } from '#server/report-failure.ts'
import { stopSignal } from '#server/stop-signal.ts'
import { loadEnvFile } from './load-env-file.ts'
import { ensureWebBuild } from './web-build.ts'

try {
  loadEnvFile()
  await ensureWebBuild(stopSignal)
} catch (error) {
  exitEarly(error)
}
await import('#server/main.ts')
