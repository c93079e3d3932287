/** `npm run dev`: runs the server, restarted on changes, and the web app with live reload. */
import { spawn } from 'node:child_process'
import { ensureWebBuild } from './web-build.ts'

await ensureWebBuild()
const watched = ['server', 'contract', 'content'].map((folder) => `--watch-path=${folder}`)
const children = [
  spawn(process.execPath, [...watched, 'scripts/start.js'], { stdio: 'inherit' }),
  spawn('vite', [], { stdio: 'inherit' }),
]
const stop = (): void => {
  for (const child of children) child.kill('SIGTERM')
}
process.on('SIGINT', stop)
process.on('SIGTERM', stop)
for (const child of children) child.on('exit', stop)
