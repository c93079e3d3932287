import { expect, test } from 'vitest'
import { listsOfText } from './paste.ts'

test.each([
  [
    'Bring:\n• Blankets\n• Soup & bread\nThank you',
    '<p>Bring:</p><ul><li>Blankets</li><li>Soup &amp; bread</li></ul><p>Thank you</p>',
  ],
  ['- One\r\n\r\n- Two', '<ul><li>One</li><li>Two</li></ul>'],
  ['3. Three\n4) Four', '<ol start="3"><li>Three</li><li>Four</li></ol>'],
  ['1. One\n1. Again\n2. Two', '<ol><li>One</li></ol><ol><li>Again</li><li>Two</li></ol>'],
])('%j has a list', (text, html) => {
  expect(listsOfText(text)).toBe(html)
})

test.each(['1. Samuel 16', '- alone\nwords', '12.5 and 3\n2.6 too', 'no list', ''])(
  '%j has none',
  (text) => {
    expect(listsOfText(text)).toBeUndefined()
  },
)
