import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'
import { ProductType } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepDigitalFile, readDigitalFile } from '#server/features/shop/products/files.ts'
import { productImages, withProductImage } from '#server/features/shop/products/images.ts'
import { once, Text } from '#server/library/library.ts'
import { readTexts } from '#server/library/read.ts'
import { ENCODINGS, FIXTURE_RATE, writeRecording } from '#server/testing/recordings.ts'
import { ringBells } from './bells.ts'
import { Amount } from './members.ts'
import { writePdf } from './pdf.ts'
import { drawSunrise } from './picture.ts'

const BELL_SECONDS = 60

/** Writes a file of a product to a path. */
const FILES = {
  workbook: {
    extension: '.pdf',
    write: async (path: string, title: string) => writeFile(path, writePdf(title, workbookPages())),
  },
  bells: {
    extension: '.mp3',
    write: async (path: string) => {
      const samples = ringBells({ seconds: BELL_SECONDS, rate: FIXTURE_RATE })
      await writeRecording(path, samples, ENCODINGS['stereo mp3'])
    },
  },
}

const DemoProduct = z
  .strictObject({
    title: Text,
    priceCents: Amount,
    productType: ProductType,
    /** Red, green and blue of the sky in its picture. */
    sky: Text.regex(/^\d+, \d+, \d+$/, 'has three numbers').transform((text) => {
      const [red = 0, green = 0, blue = 0] = text.split(', ').map(Number)
      return [red, green, blue] as const
    }),
    file: z.enum(['workbook', 'bells'], 'is "workbook" or "bells"').optional(),
    /** The description, as HTML. */
    content: Text,
  })
  .transform(({ content: description, file: kind, ...product }) => {
    const { title } = product
    const file = kind && {
      name: `${title}${FILES[kind].extension}`,
      write: (path: string) => FILES[kind].write(path, title),
    }
    return { ...product, description, file }
  })
type DemoProduct = z.infer<typeof DemoProduct>

/** In the order in which the page lists them. */
export const demoProducts = once(() => readTexts('demo/products.md', DemoProduct))

const WorkbookPage = z
  .strictObject({ title: Text, content: Text })
  .transform(({ title: heading, content }) => ({ heading, paragraphs: content.split('\n\n') }))

/** The pages of the workbook. */
export const workbookPages = once(() => readTexts('demo/workbook.md', WorkbookPage))

/** Adds the demo's products to the membership. */
export async function loadProducts(context: Context): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-demo-'))
  try {
    for (const [index, product] of demoProducts().entries()) {
      await addProduct(context, { product, folder, displayOrder: index + 1 })
    }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function addProduct(
  context: Context,
  input: { product: DemoProduct; folder: string; displayOrder: number },
): Promise<void> {
  const { product, folder, displayOrder } = input
  const { title, description, priceCents, productType, sky } = product
  const file = await storeFile(context, product, folder)
  const picture = join(folder, 'picture.png')
  await writeFile(picture, await drawSunrise(sky, displayOrder))
  await withProductImage(context, { path: picture }, (image) =>
    inTransaction(context.db, async (trx) => {
      if (image) await productImages.store(context, trx, image)
      const imageName = image?.name ?? null
      await trx
        .insertInto('product')
        .values({ title, description, priceCents, productType, displayOrder, imageName, ...file })
        .execute()
    }),
  )
}

async function storeFile(context: Context, { file }: DemoProduct, folder: string) {
  if (!file) return undefined
  const path = join(folder, file.name)
  await file.write(path)
  const { size: bytes } = await stat(path)
  return keepDigitalFile(context, await readDigitalFile({ path, bytes, name: file.name }))
}
