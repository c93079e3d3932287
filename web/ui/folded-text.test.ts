import { expect, test } from 'vitest'
import { isLongText } from '#web/ui/folded-text.tsx'

test.each([
  { fold: 'short', characters: 240, lines: 4 },
  { fold: 'long', characters: 700, lines: 10 },
] as const)(
  'with the $fold fold, a text is long if it has many characters or many lines',
  ({ fold, characters, lines }) => {
    expect(isLongText('a'.repeat(characters), fold)).toBe(false)
    expect(isLongText('a'.repeat(characters + 1), fold)).toBe(true)
    expect(isLongText(Array(lines).fill('line').join('\n'), fold)).toBe(false)
    expect(
      isLongText(
        Array(lines + 1)
          .fill('line')
          .join('\n'),
        fold,
      ),
    ).toBe(true)
  },
)
