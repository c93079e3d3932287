import { expect, test } from 'vitest'
import { previewPage, sealedMail } from '#web/features/admin/email/sealed-mail.ts'

test('the policy comes before the HTML of the email', () => {
  const sealed = sealedMail('<!doctype html><script src="https://example.com/x.js"></script>')
  expect(sealed.indexOf('Content-Security-Policy')).toBeLessThan(sealed.indexOf('<script'))
  expect(sealed).toContain("default-src 'none'")
})

test('the document stays in standards mode', () => {
  expect(sealedMail('<p>Hello</p>').startsWith('<!doctype html>')).toBe(true)
})

const MAIL =
  '<style>@media (prefers-color-scheme: dark) { a {} } @media (max-width: 480px) { b {} }</style>'

test('styles for dark themes apply only in the dark preview', () => {
  expect(previewPage(MAIL, 'dark')).toContain('@media all { a {} }')
  expect(previewPage(MAIL, 'light')).toContain('@media not all { a {} }')
  expect(previewPage(MAIL, 'light')).toContain('@media (max-width: 480px) { b {} }')
})

test('a content security policy without scripts comes first', () => {
  const page = previewPage('<script src="https://a.example/x.js"></script>', 'light')
  expect(page.indexOf("default-src 'none'")).toBeGreaterThan(0)
  expect(page.indexOf("default-src 'none'")).toBeLessThan(page.indexOf('<script'))
})
