import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findMisnamed, knownVariables } from './unknown-variables.ts'

test.each([
  ['PUBLIC_ULR', 'PUBLIC_URL'],
  ['public_url', 'PUBLIC_URL'],
  ['TRUSTED_PROXY', 'TRUST_PROXY'],
  ['LIVE_PORT', 'LIVE_PORTS'],
  ['DATA_KEY_FILES', 'DATA_KEY'],
  ['SMTP_SERVER', 'SMTP_USER'],
  ['PROT', 'PORT'],
])('%s is reported as %s', (name, nearest) => {
  expect(findMisnamed([name], knownVariables())).toEqual([{ name, nearest }])
})

test.each(['PUBLIC_URL', 'DATA_KEY_FILE', 'NODE_ENV', 'NODE_OPTIONS', 'TZ', 'PATH', 'HTTPS_PROXY'])(
  '%s is not reported',
  (name) => {
    expect(findMisnamed([name], knownVariables())).toEqual([])
  },
)

test('every variable that the configuration reads is known', async () => {
  const source = await readFile(join(import.meta.dirname, 'config.ts'), 'utf8')
  const read = [
    ...source.matchAll(/(?:read|need|readChoice|readDatabaseUrl)\((?:read, )?'([A-Z\d_]+)'/g),
  ]
  expect(read.length).toBeGreaterThan(40)
  expect(knownVariables()).toEqual(expect.arrayContaining(read.map(([, name]) => name)))
})
