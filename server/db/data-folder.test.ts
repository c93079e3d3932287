import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDataFolder } from './data-folder.ts'

let home: string
let path: string
let openers: ChildProcess[]

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'folx-data-'))
  path = join(home, 'deep', 'data')
  openers = []
})

afterEach(async () => {
  for (const opener of openers) opener.kill('SIGKILL')
  await rm(home, { recursive: true, force: true })
})

/** Opens the folder in another process, which keeps running. The answer is "open" or the error. */
async function openElsewhere(): Promise<{ opener: ChildProcess; answer: string }> {
  const script = `
    import { openDataFolder } from '${new URL('./data-folder.ts', import.meta.url).href}'
    console.log(await openDataFolder('${path}').then(() => 'open', (error) => error.message))
    setInterval(() => {}, 60_000)`
  const opener = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  openers.push(opener)
  const [answer] = await once(createInterface({ input: opener.stdout }), 'line')
  return { opener, answer }
}

test('a new folder can be entered only by its owner', async () => {
  const folder = await openDataFolder(path)
  expect(folder.path).toBe(path)
  expect((await stat(path)).mode & 0o777).toBe(0o700)
  await folder.release()
})

test('a second process is refused, with the process id of the first', async () => {
  const folder = await openDataFolder(path)
  expect((await openElsewhere()).answer).toBe(
    `Another Folx server (process ${process.pid}) already uses the data folder ${path}. Stop it first, or set DATA_DIR to another folder.`,
  )
  await folder.release()
  await folder.release()
  expect((await openElsewhere()).answer).toBe('open')
})

test('the same process cannot open a folder twice', async () => {
  const folder = await openDataFolder(path)
  await expect(openDataFolder(path)).rejects.toThrow('already uses the data folder')
  expect((await openElsewhere()).answer).toContain('already uses the data folder')
  await folder.release()
})

test('a killed process leaves no lock behind', async () => {
  const { opener, answer } = await openElsewhere()
  expect(answer).toBe('open')
  await expect(openDataFolder(path)).rejects.toThrow(`(process ${opener.pid})`)
  opener.kill('SIGKILL')
  await once(opener, 'exit')
  await (await openDataFolder(path)).release()
})

test('only one of several processes that start together opens the folder', async () => {
  const answers = await Promise.all(Array.from({ length: 6 }, openElsewhere))
  expect(answers.filter(({ answer }) => answer === 'open')).toHaveLength(1)
  expect(answers.filter(({ answer }) => answer.includes('already uses'))).toHaveLength(5)
})

test('the error for a folder that cannot be created says what to do', async () => {
  await writeFile(join(home, 'deep'), '')
  await expect(openDataFolder(path)).rejects.toThrow(
    /^The data folder .* cannot be used \(.*\)\. Let this user write to it, or set DATA_DIR/,
  )
})

test('the error for a folder that can be locked but not written says what to do', async () => {
  await mkdir(join(path, 'server.pid'), { recursive: true })
  await expect(openDataFolder(path)).rejects.toThrow(
    / cannot be used \(EISDIR: .*Let this user write/,
  )
  // It is not locked either.
  await rm(join(path, 'server.pid'), { recursive: true })
  await (await openDataFolder(path)).release()
})
