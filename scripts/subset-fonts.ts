import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import subsetFont from 'subset-font'

/*
 * Creates the two fonts that every page loads, with only the letters of western European languages and
 * the weights in use. Together they are under 40 KB. Run it by hand after changing a font; the results
 * are committed.
 */

const WEIGHTS = { min: 400, max: 700 }
const PUNCTUATION = ' ¡¿·°©®«»–—‘’‚“”„•…‹›€™−'

const FONTS = [
  { name: 'fraunces', keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark'] },
  { name: 'figtree', keepFeatures: ['kern', 'liga', 'ccmp', 'locl', 'mark', 'tnum'] },
]

function characters(from: number, to: number): string {
  return Array.from({ length: to - from + 1 }, (_, i) => String.fromCodePoint(from + i)).join('')
}

const accented = characters(0xc0, 0xff).replace(/[×÷ðÐþÞ]/g, '')
const text = characters(0x20, 0x7e) + accented + PUNCTUATION
const target = new URL('../web/app/fonts/', import.meta.url)

await mkdir(target, { recursive: true })
for (const { name, keepFeatures } of FONTS) {
  const file = `@fontsource-variable/${name}/files/${name}-latin-wght-normal.woff2`
  const whole = await readFile(fileURLToPath(import.meta.resolve(file)))
  const part = await subsetFont(whole, text, {
    targetFormat: 'woff2',
    noLayoutClosure: true,
    keepFeatures,
    variationAxes: { wght: WEIGHTS },
  })
  await writeFile(new URL(`${name}.woff2`, target), part)
  console.log(`${name}: ${part.length} bytes`)
}
