import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ProductType } from '#contract/shop.ts'
import type { Context } from '#server/context.ts'
import { inTransaction } from '#server/db/transaction.ts'
import { keepDigitalFile, readDigitalFile } from '#server/features/shop/products/files-service.ts'
import { productImages, withProductImage } from '#server/features/shop/products/images-service.ts'
import { ENCODINGS, FIXTURE_RATE, writeRecording } from '#server/ports/recordings/fixtures.ts'
import { ringBells } from './bells.ts'
import { writePdf } from './pdf.ts'
import { drawSunrise } from './picture.ts'
import { workbookPages } from './workbook.ts'

const BELL_SECONDS = 60

interface DemoProduct {
  title: string
  description: string
  priceCents: number
  productType: ProductType
  sky: readonly [number, number, number]
  /** Writes the file to a path. */
  file?: { name: string; write: (path: string) => Promise<void> }
}

/** In the order in which the page lists them. */
export const demoProducts: readonly DemoProduct[] = [
  {
    title: 'Four Quiet Mornings',
    description:
      '<p>A workbook of five pages for people who begin the day before anyone else is up.</p><ul><li>fifteen minutes each morning</li><li>to print, or to write on a tablet</li></ul>',
    priceCents: 900,
    productType: 'one_time',
    sky: [173, 208, 205],
    file: {
      name: 'Four Quiet Mornings.pdf',
      write: (path) => writeFile(path, writePdf('Four Quiet Mornings', workbookPages)),
    },
  },
  {
    title: 'A Minute of Bells',
    description:
      '<p>Slow bells for one minute of stillness: <em>in for four, out for six</em>. For the start of a meeting, or the end of a hard one.</p>',
    priceCents: 350,
    productType: 'one_time',
    sky: [241, 222, 196],
    file: {
      name: 'A Minute of Bells.mp3',
      write: (path) => {
        const samples = ringBells({ seconds: BELL_SECONDS, rate: FIXTURE_RATE })
        return writeRecording(path, samples, ENCODINGS['stereo mp3'])
      },
    },
  },
  {
    title: 'Letters from the Workbench',
    description:
      '<p>Once a month a letter on paper, in your mailbox: one story of somebody who builds something, one question to carry, one blank page.</p>',
    priceCents: 600,
    productType: 'subscription',
    sky: [222, 205, 222],
  },
  {
    title: 'A Table for Twelve',
    description:
      '<p>A seat at the long table: a simple supper and an evening of unhurried talk about faith and work. <strong>Houston, each spring and fall.</strong></p>',
    priceCents: 4_800,
    productType: 'one_time',
    sky: [205, 214, 232],
  },
]

/** Adds the demo's products to the membership. */
export async function loadProducts(context: Context): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'folx-demo-'))
  try {
    for (const [index, product] of demoProducts.entries()) {
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
