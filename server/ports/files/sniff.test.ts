import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mp3, mp4, pdf, zip } from '#server/testing/digital-files.ts'
import { sniffDigitalFile } from './sniff.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folx-sniff-'))
})
afterAll(() => rm(folder, { recursive: true }))

async function sniff(bytes: Buffer | string): Promise<string | undefined> {
  const path = join(folder, 'upload')
  await writeFile(path, bytes)
  return (await sniffDigitalFile(path))?.ending
}

test('each of the four types is recognized by its bytes', async () => {
  expect(await sniff(pdf())).toBe('.pdf')
  expect(await sniff(await zip())).toBe('.zip')
  expect(await sniff(await zip({ 'Morning/one.pdf': '%PDF-1.7', 'two.mp3': 'ID3' }))).toBe('.zip')
  expect(await sniff(mp3())).toBe('.mp3')
  expect(await sniff(mp3().subarray(10))).toBe('.mp3')
  for (const brand of ['isom', 'mp42', 'avc1', 'iso5']) {
    expect(await sniff(mp4(400, brand))).toBe('.mp4')
  }
})

test.for([
  ['nothing', ''],
  ['a text', 'Welcome.'],
  ['a page', '<!doctype html><script>alert(1)</script>'],
  ['an image', '<svg xmlns="http://www.w3.org/2000/svg"/>'],
  ['a program', 'MZ\u0090\u0000\u0003'],
  ['a PNG', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['a QuickTime film', mp4(400, 'qt  ')],
  ['an M4A', mp4(400, 'M4A ')],
  ['a PDF after other bytes', Buffer.concat([Buffer.alloc(10), pdf()])],
  ['half a ZIP header', 'PK'],
] as const)('%s is none of the four types', async ([, bytes]) => {
  expect(await sniff(bytes)).toBeUndefined()
})

test.for([
  ['a book', { mimetype: 'application/epub+zip', 'content.opf': '' }],
  ['an open document', { mimetype: 'application/vnd.oasis.opendocument.text', 'content.xml': '' }],
  ['a Word document', { '[Content_Types].xml': contentTypes('wordprocessingml.document') }],
  ['a spreadsheet', { '[Content_Types].xml': contentTypes('spreadsheetml.sheet') }],
  ['a program', { 'META-INF/MANIFEST.MF': 'Main-Class: X' }],
  ['an Android program', { 'classes.dex': 'dex' }],
] as const)('%s is packed as a ZIP but does not count as one', async ([, entries]) => {
  expect(await sniff(await zip(entries))).toBeUndefined()
})

function contentTypes(kind: string): string {
  const type = `application/vnd.openxmlformats-officedocument.${kind}.main+xml`
  return `<Types><Override ContentType="${type}"/></Types>`
}
