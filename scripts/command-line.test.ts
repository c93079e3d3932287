import { execFile } from 'node:child_process'
import { expect, test } from 'vitest'

/** The commands of docs/operations.md, by their names in package.json. */
const COMMANDS = [
  'admin make-admin',
  'backup backup',
  'doctor doctor',
  'drill drill',
  'invite invite',
  'reset-factors reset-factors',
  'restore restore',
  'rollback rollback',
  'rotate-key rotate-key',
  'upgrade upgrade',
].map((pair) => pair.split(' ') as [string, string])

function run(script: string, option: string): Promise<{ code: unknown; out: string; err: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [`scripts/${script}.ts`, option], (error, out, err) =>
      resolve({ code: error ? error.code : 0, out, err }),
    )
  })
}

test.each(COMMANDS)('%s names an unknown option and shows its help', async (name, script) => {
  const { code, out, err } = await run(script, '--nonsense')
  expect(code).toBe(name === 'doctor' ? 3 : 2)
  expect(out).toBe('')
  expect(err).toMatch(/^Unknown option '--nonsense'/)
  expect(err).toContain(`\n\nnpm run ${name} `)
  expect(err).not.toMatch(/^ +at /m)
})

test('--help is not an error', async () => {
  expect(await run('rotate-key', '--help')).toMatchObject({
    code: 0,
    out: expect.stringContaining('Ends with 0'),
    err: '',
  })
})
