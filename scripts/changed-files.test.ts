import { execFileSync } from 'node:child_process'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { makeFolder } from '#server/testing/make-folder.ts'
import { changedFiles } from './changed-files.ts'

test('a branch changes what it has added, renamed and removed, committed or not; others’ work does not count', async () => {
  const folder = await makeFolder()
  const git = (...args: string[]): void => {
    const identity = ['-c', 'user.name=Ruth', '-c', 'user.email=ruth@example.org']
    execFileSync('git', [...identity, ...args], { cwd: folder, stdio: 'ignore' })
  }
  const write = (name: string, text = name): Promise<void> => writeFile(join(folder, name), text)
  const commit = (): void => {
    git('add', '-A')
    git('commit', '-m', 'A step')
  }
  git('init', '-b', 'main')
  await mkdir(join(folder, 'docs'))
  for (const name of ['kept', 'old', 'removed', 'docs/guide']) await write(name)
  commit()
  expect(await changedFiles(undefined, folder)).toBeUndefined()

  git('checkout', '-b', 'work')
  await rename(join(folder, 'old'), join(folder, 'new'))
  await write('docs/guide', 'Another text.')
  commit()
  git('checkout', 'main')
  await write('by-others')
  commit()
  git('checkout', 'work')
  await rm(join(folder, 'removed'))
  await write('not added yet')
  const changed = ['docs/guide', 'new', 'not added yet', 'old', 'removed']
  expect(await changedFiles(undefined, folder)).toEqual(changed)
  expect(await changedFiles('main', folder)).toEqual(changed)
  expect(await changedFiles('HEAD', folder)).toEqual(['not added yet', 'removed'])
  await expect(changedFiles('nothing', folder)).rejects.toThrow('nothing')
})
