import { globSync, readFileSync } from 'node:fs'
import { twMerge } from 'tailwind-merge'
import { expect, test } from 'vitest'
import { cn } from '#web/lib/cn.ts'

/** Every word in the pages' string literals that may be a class, without its variants. */
function classesOfPages(): string[] {
  const classes = new Set<string>()
  for (const file of globSync('web/**/*.{ts,tsx}')) {
    if (/\.test\.ts$|class-groups\.ts$/.test(file)) continue
    for (const [, , text = ''] of readFileSync(file, 'utf8').matchAll(/(['"`])((?:(?!\1).)*)\1/g)) {
      for (const word of text.split(/\s+/)) {
        const name = word.replace(/^.*:(?![^[]*\])/, '')
        if (/^-?[a-z@[][\w.[\]()%,+*/@#:&=-]*!?$/.test(name)) classes.add(name)
      }
    }
  }
  // Keeps only classes that tailwind-merge knows: of two that are the same, it keeps one.
  return [...classes].filter((name) => twMerge(name, name) === name)
}

test('merging two classes of the pages gives the same result as the full tailwind-merge', () => {
  const classes = classesOfPages()
  expect(classes.length).toBeGreaterThan(300)
  const wrong: string[] = []
  for (const first of classes) {
    for (const second of classes) {
      const [whole, ours] = [twMerge(first, second), cn(first, second)]
      if (whole !== ours) wrong.push(`${first} + ${second}: ${whole} / ${ours}`)
    }
  }
  expect(wrong, 'add these classes to class-groups.ts').toEqual([])
})
