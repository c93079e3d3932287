import { expect, test } from 'vitest'
import { assetsToKeep, treatmentOf } from './rules.ts'

const site = { origin: 'https://folx.example', files: ['/before-paint.js', '/icons/icon.svg'] }

test.each([
  ['/flow?story=7', 'navigate', 'page'],
  ['/dashboard', 'navigate', 'page'],
  ['/', 'navigate', 'landing'],
  ['/assets/index-abc.js', 'cors', 'asset'],
  ['/assets/figtree-abc.woff2', 'cors', 'asset'],
  ['/before-paint.js', 'no-cors', 'file'],
  ['/icons/icon-512.png', 'no-cors', 'none'],
  ['/icons/icon.svg', 'navigate', 'file'],
  ['/robots.txt', 'navigate', 'none'],
  ['/api/user', 'cors', 'none'],
  ['/api/docs', 'navigate', 'none'],
  ['/api/stories/4/audio', 'no-cors', 'none'],
  ['/api/purchases/4/download', 'navigate', 'none'],
  ['/api/till/sessions/secret', 'cors', 'none'],
] as const)('%s (%s) is treated as %s', (path, mode, treatment) => {
  const request = { method: 'GET', mode, url: site.origin + path }
  expect(treatmentOf(request, site)).toBe(treatment)
})

test('the worker does not handle other methods and other sites', () => {
  const url = `${site.origin}/flow`
  expect(treatmentOf({ method: 'POST', mode: 'navigate', url }, site)).toBe('none')
  const elsewhere = { method: 'GET', mode: 'navigate', url: 'https://other.example/flow' } as const
  expect(treatmentOf(elsewhere, site)).toBe('none')
})

test('files are kept for this build and for every build that an open page runs', () => {
  const builds = [
    { version: 'new', assets: ['/assets/index-3.js', '/assets/shared.js'] },
    { version: 'in use', assets: ['/assets/index-2.js', '/assets/shared.js'] },
    { version: 'old', assets: ['/assets/index-1.js', '/assets/gone.js'] },
    { version: 'broken off', assets: [] },
  ]
  const entriesInUse = new Set(['/assets/index-2.js'])
  const keep = assetsToKeep(builds, { version: 'new', entriesInUse })
  expect([...keep.versions]).toEqual(['new', 'in use'])
  expect([...keep.assets].toSorted()).toEqual([
    '/assets/index-2.js',
    '/assets/index-3.js',
    '/assets/shared.js',
  ])
})
