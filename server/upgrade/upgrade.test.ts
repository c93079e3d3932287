import { mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { discardPrepared, finishSwap } from '#server/backup/swap.ts'
import { neededSpace, requireFreeSpace } from './disk-space.ts'
import { findKept, type Kind, keptUntil, openKept, tidyKeptSites } from './kept.ts'
import { linkTree } from './link-tree.ts'

const NOW = new Date('2026-03-20T12:00:00Z')
const daysAgo = (days: number): Date => new Date(NOW.getTime() - days * 24 * 60 * 60_000)
const NOTE = {
  upgradedAt: '2026-03-10T12:00:00.000Z',
  ran: ['0100-next.sql'],
  systemIdentifier: '7',
  transaction: '900',
  rows: { member: 3 },
}
const MB = 1024 ** 2

async function openFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-kept-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

async function keep(dataDir: string, kind: Kind, days: number): Promise<string> {
  const name = await openKept(dataDir, { kind, at: daysAgo(days), note: NOTE })
  await mkdir(join(dataDir, name, 'postgres'))
  return name
}

test('a kept site is removed after 14 days, and an incomplete one at once', async () => {
  const dataDir = await openFolder()
  const recent = await keep(dataDir, 'before-upgrade', 13)
  const rolledBack = await keep(dataDir, 'before-rollback', 2)
  await keep(dataDir, 'before-upgrade', 15)
  // The upgrade was killed before it moved the database here.
  await openKept(dataDir, { kind: 'before-upgrade', at: daysAgo(1), note: NOTE })
  await mkdir(join(dataDir, 'upgrading/postgres'), { recursive: true })
  await mkdir(join(dataDir, recent, 'files/member-keys'), { recursive: true })
  await mkdir(join(dataDir, 'before-restore-2020-01-01T00-00-00'))
  await tidyKeptSites(dataDir, NOW)
  expect((await readdir(dataDir)).sort()).toEqual([
    'before-restore-2020-01-01T00-00-00',
    rolledBack,
    recent,
  ])
  expect(await readdir(join(dataDir, recent, 'files'))).toEqual([])
  const found = await findKept(dataDir, 'before-upgrade')
  expect(found).toMatchObject({ name: recent, note: NOTE })
  expect(found && keptUntil(found)).toEqual(new Date('2026-03-21T12:00:00Z'))
})

test('finishing an interrupted swap also deletes the keys of private writing in the site set aside', async () => {
  const dataDir = await openFolder()
  const aside = 'before-upgrade-2026-03-20T12-00-00'
  await mkdir(join(dataDir, aside, 'files/member-keys'), { recursive: true })
  await mkdir(join(dataDir, 'upgrading'))
  const journal = { prepared: 'upgrading', aside, dropsMemberKeys: true }
  await writeFile(join(dataDir, 'restore.json'), JSON.stringify(journal))
  await finishSwap(dataDir)
  expect(await readdir(join(dataDir, aside, 'files'))).toEqual([])
})

test('a prepared site is removed only while no swap needs it', async () => {
  const dataDir = await openFolder()
  await mkdir(join(dataDir, 'upgrading'))
  await writeFile(join(dataDir, 'restore.json'), '{}')
  await discardPrepared(dataDir, 'upgrading')
  expect(await readdir(dataDir)).toContain('upgrading')
  await rm(join(dataDir, 'restore.json'))
  await discardPrepared(dataDir, 'upgrading')
  expect(await readdir(dataDir)).toEqual([])
})

test('a linked folder has the same files, without unfinished ones', async () => {
  const folder = await openFolder()
  await mkdir(join(folder, 'files/stories'), { recursive: true })
  await mkdir(join(folder, 'files/.incoming'))
  await writeFile(join(folder, 'files/stories/1.m4a'), 'a voice')
  await writeFile(join(folder, 'files/.incoming/part'), 'half a')
  await linkTree(join(folder, 'files'), join(folder, 'copy'))
  expect((await readdir(join(folder, 'copy'), { recursive: true })).sort()).toEqual([
    'stories',
    'stories/1.m4a',
  ])
  const [one, other] = await Promise.all(
    ['files', 'copy'].map((name) => stat(join(folder, name, 'stories/1.m4a'))),
  )
  expect(one?.ino).toBe(other?.ino)
  await rm(join(folder, 'files/stories/1.m4a'))
  expect(await readdir(join(folder, 'copy/stories'))).toEqual(['1.m4a'])
})

test('too little disk space is reported with what to do', () => {
  const sizes = { database: 50 * MB, files: 1_000 * MB }
  const kinds = ['none', 'of the backup', 'of a copy'] as const
  expect(kinds.map((kind) => neededSpace(kind, sizes) / MB)).toEqual([250, 1_250, 2_400])
  const input = { dataDir: '/srv/data', drill: 'of a copy', sizes } as const
  expect(() => requireFreeSpace({ ...input, free: 2_400 * MB })).not.toThrow()
  expect(() => requireFreeSpace({ ...input, free: 2_399 * MB })).toThrow(
    /needs 2.3 GB of free disk space in \/srv\/data[\s\S]*250 MB are enough: npm run upgrade -- --no-drill/,
  )
  expect(() => requireFreeSpace({ ...input, free: 100 * MB })).toThrow(
    /Make room there and run it again\.$/,
  )
})
