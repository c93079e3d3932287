import { expect, test } from 'vitest'
import { withTemplate } from '#web/ui/template-buttons.tsx'

const [first, second] = ['Thank you. Please add more.', 'Please leave the names out.'] as const
const templates = [
  { label: 'More', text: first },
  { label: 'Names', text: second },
]

test('a template fills an untouched box', () => {
  expect(withTemplate('', first, templates)).toBe(first)
  expect(withTemplate(' \n', first, templates)).toBe(first)
  expect(withTemplate(first, second, templates)).toBe(second)
})

test('a template is appended to typed text', () => {
  expect(withTemplate('Dear writer, ', first, templates)).toBe(`Dear writer,\n\n${first}`)
})
