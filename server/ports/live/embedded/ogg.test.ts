import { mkdtemp, readFile, stat, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findLastPage, OggFile, opusHead, readOggFacts, writePage } from './ogg.ts'

const page = { serial: 1, sequence: 0, granule: 0, isFirst: true, isLast: false }

test('a page has the layout of RFC 3533 and a valid checksum', () => {
  const bytes = writePage(page, [opusHead(312)])
  // The checksum was computed by another program.
  expect(bytes.toString('hex')).toBe(
    '4f6767530002000000000000000001000000000000001c9ff5d901134f707573486561640101380180bb0000000000',
  )
  expect(bytes.length).toBe(27 + 1 + 19)
})

test('packets of all lengths are laced, including multiples of 255', () => {
  const bytes = writePage(
    page,
    [254, 255, 256, 510].map((length) => new Uint8Array(length)),
  )
  expect([...bytes.subarray(26, 26 + 1 + 8)]).toEqual([8, 254, 255, 0, 255, 1, 255, 255, 0])
  expect(() => writePage(page, [new Uint8Array(255 * 255)])).toThrow()
})

test('the last complete page of a truncated file is found', () => {
  const first = writePage({ ...page, granule: 48_000 }, [new Uint8Array(300).fill(1)])
  const second = writePage({ ...page, sequence: 1, granule: 96_000 }, [Buffer.from('xOggSx')])
  const both = Buffer.concat([first, second])
  expect(findLastPage(both)).toMatchObject({ granule: 96_000, sequence: 1, end: both.length })
  for (let cut = 1; cut < second.length; cut++) {
    expect(findLastPage(both.subarray(0, both.length - cut))?.granule).toBe(48_000)
  }
  const harmed = Buffer.from(both)
  harmed[both.length - 1] = 0
  expect(findLastPage(harmed)?.granule).toBe(48_000)
  expect(findLastPage(first.subarray(1))).toBeUndefined()
})

async function newPath(): Promise<string> {
  return join(await mkdtemp(join(tmpdir(), 'ogg-')), 'recording.ogg')
}

async function write(path: string, packets: number): Promise<OggFile> {
  const file = await OggFile.open(path, 312)
  for (let index = 0; index < packets; index++) {
    file.add(new Uint8Array(120).fill(index), 960)
    if (index % 50 === 49) file.flush()
  }
  return file
}

test('the duration of a finished file is known', async () => {
  const path = await newPath()
  await (await write(path, 125)).end()
  expect(await readOggFacts(path, 312)).toEqual({
    durationSeconds: (125 * 960 - 312) / 48_000,
    isWhole: true,
  })
})

test('a truncated file is continued after its last complete page', async () => {
  const path = await newPath()
  await (await write(path, 100)).end()
  const whole = await readFile(path)
  // A crash after two seconds, in the middle of the third page.
  await writeFile(path, whole)
  await truncate(path, whole.lastIndexOf('OggS') + 11)
  expect(await readOggFacts(path, 312)).toEqual({
    durationSeconds: (100 * 960 - 312) / 48_000,
    isWhole: false,
  })
  const again = await OggFile.open(path, 312)
  expect(again.samples).toBe(100 * 960)
  again.add(new Uint8Array(10), 960)
  await again.end()
  const bytes = await readFile(path)
  expect(findLastPage(bytes)).toMatchObject({ sequence: 4, granule: 101 * 960, isLast: true })
  expect(bytes.toString('latin1').split('OpusHead')).toHaveLength(2)
})

test('a file without sound counts as missing', async () => {
  const path = await newPath()
  expect(await readOggFacts(path, 312)).toBeUndefined()
  await (await OggFile.open(path, 312)).end()
  expect((await stat(path)).size).toBeGreaterThan(0)
  expect(await readOggFacts(path, 312)).toBeUndefined()
})
