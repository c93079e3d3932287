import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProductFields } from '#contract/shop.ts'
import { safeFileName } from '#server/domain/file-name.ts'
import { dollarsOf } from '#server/domain/money.ts'
import { sanitizeHtml } from '#server/domain/sanitize-html.ts'
import { sniffDigitalFile } from '#server/ports/files/sniff.ts'
import { drawSunrise } from './picture.ts'
import { demoProducts } from './products.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'folx-demo-test-'))
})
afterAll(() => rm(folder, { recursive: true }))

test.for(demoProducts())('$title is valid input for the product form', (product) => {
  const { title, description, priceCents, productType } = product
  const fields = { title, description, productType, price: dollarsOf(priceCents) }
  expect(ProductFields.parse(fields)).toMatchObject(fields)
  expect(sanitizeHtml(description)).toBe(description)
})

test.for(demoProducts().flatMap(({ file }) => file ?? []))(
  '$name has the type of its extension',
  async ({ name, write }) => {
    const path = join(folder, name)
    await write(path)
    expect((await sniffDigitalFile(path))?.ending).toBe(extname(name))
    expect(safeFileName(name, extname(name))).toBe(name)
  },
)

test('the products include one PDF, one MP3 and one subscription', () => {
  const endings = demoProducts().flatMap(({ file }) => (file ? extname(file.name) : []))
  expect(endings).toEqual(['.pdf', '.mp3'])
  expect(
    demoProducts()
      .map(({ productType }) => productType)
      .sort(),
  ).toEqual(['one_time', 'one_time', 'one_time', 'subscription'])
})

test('the workbook’s cross-reference table has the right offsets', async () => {
  const workbook = demoProducts().flatMap(({ file }) => file ?? [])[0]
  const path = join(folder, 'workbook.pdf')
  await workbook?.write(path)
  const text = (await readFile(path)).toString('latin1')
  const start = Number(/startxref\n(\d+)\n%%EOF/.exec(text)?.[1])
  expect(text.slice(start, start + 4)).toBe('xref')
  const offsets = [...text.slice(start).matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) =>
    Number(at),
  )
  expect(offsets.length).toBeGreaterThan(10)
  offsets.forEach((offset, index) => {
    expect(text.slice(offset, offset + 12)).toMatch(new RegExp(`^${index + 1} 0 obj\n`))
  })
  for (const [, length, stream] of text.matchAll(/\/Length (\d+) >>\nstream\n(.*?)\nendstream/gs)) {
    expect(stream).toHaveLength(Number(length))
  }
  expect(text).not.toMatch(/\(\?|\?\?/)
})

test('a picture is a valid PNG', async () => {
  const { format, width, height } = await sharp(await drawSunrise([173, 208, 205], 1)).metadata()
  expect([format, width, height]).toEqual(['png', 960, 640])
})
