import { expect, test } from 'vitest'
import { selfTimes } from './profile.ts'

test('a function’s time is that of its samples, without idle time and startup', () => {
  const frame = (functionName: string, url = '', lineNumber = -1) => ({
    callFrame: { functionName, url, lineNumber },
  })
  const profile = {
    nodes: [
      { id: 1, ...frame('(idle)') },
      { id: 2, ...frame('answer', 'file:///srv/folx/server/http/route.ts', 95) },
      { id: 3, ...frame('', 'file:///srv/folx/node_modules/pg/lib/client.js', 9) },
      // Called from elsewhere.
      { id: 4, ...frame('answer', 'file:///srv/folx/server/http/route.ts', 95) },
      { id: 5, ...frame('(garbage collector)') },
    ],
    samples: [2, 1, 2, 3, 4, 5, 1],
    timeDeltas: [700, 500, 300, 100, 400, 200, 900],
  }
  expect(selfTimes(profile, 700)).toEqual([
    { name: 'answer (server/http/route.ts:96)', share: 0.7 },
    { name: '(garbage collector)', share: 0.2 },
    { name: '(anonymous) (pg/lib/client.js:10)', share: 0.1 },
  ])
})
