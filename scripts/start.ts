/** `npm start`: builds the web app if its sources changed, then runs the server in this process. */
import { loadEnvFile } from './load-env-file.ts'
import { ensureWebBuild } from './web-build.ts'

loadEnvFile()
await ensureWebBuild()
await import('#server/main.ts')
