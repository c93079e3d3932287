import { openInstallation } from './installation.ts'
import { openWorkshop, say } from './workshop.ts'

const w = await openWorkshop()
try {
  const i = await openInstallation(w, Number(process.argv[2]))
  for (const p of [
    '/api/stories?pageSize=6',
    '/api/stories?mine=true',
    '/api/stories/5/replies',
    '/api/stories/59/replies',
    '/api/stories?tag=tag%201&pageSize=6',
  ]) {
    const r = await fetch(i.server.url + p, { headers: i.viewer })
    const t = await r.text()
    say(
      p +
        ' ' +
        r.status +
        ' ' +
        r.headers.get('x-total-count') +
        ' ' +
        t.length +
        ' ' +
        t.slice(0, 1500),
    )
  }
  if (process.argv[3]) await new Promise((r) => setTimeout(r, 1e9))
} finally {
  await w.close()
}
