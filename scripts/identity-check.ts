/** Measures what the rules of `web/features/identity` find in their corpus, and how fast they are. */
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { identityFindings } from '#web/features/identity/check.ts'
import { type Figures, figuresOf, localNamesOf, readCorpus } from '#web/features/identity/corpus.ts'

const { values } = parseArgs({ options: { list: { type: 'boolean' } } })
const corpus = readFileSync(new URL('../web/features/identity/corpus.txt', import.meta.url), 'utf8')

print('Tuned with', figuresOf(corpus, false), values.list === true)
// Its misses aren't listed, so that nobody tunes the rules with them.
print('Held out', figuresOf(corpus, true), false)
printSpeed(20_000)

function print(title: string, figures: Figures, isListed: boolean): void {
  const { sentences, words, hard, names, missed, falseMarks } = figures
  const share = ({ found, expected }: { found: number; expected: number }) =>
    `${(found / expected).toFixed(2)} (${found} of ${expected})`
  console.log(`${title}: ${sentences} sentences, ${words} words`)
  console.log(`  hard identifiers found: ${share(hard)}`)
  console.log(`  names and places found: ${share(names)}`)
  console.log(`  false marks per 100 words: ${((100 * falseMarks.length) / words).toFixed(2)}`)
  if (!isListed) return
  for (const line of missed) console.log(`    missed: ${line}`)
  for (const line of falseMarks) console.log(`    false: ${line}`)
}

function printSpeed(length: number): void {
  const sentences = readCorpus(corpus).map(({ text }) => text)
  const text = sentences.join(' ').repeat(2).slice(0, length)
  const names = Array.from({ length: 300 }, (_, index) => `Place Number ${index}`)
  const options = { localNames: [...localNamesOf(corpus), ...names], now: new Date(), known: [] }
  const times = Array.from({ length: 60 }, () => {
    const started = performance.now()
    identityFindings(text, options)
    return performance.now() - started
  }).sort((one, other) => one - other)
  console.log(
    `${text.length} characters: first run ${times.at(-1)?.toFixed(1)} ms at most, median ${times[30]?.toFixed(1)} ms`,
  )
}
