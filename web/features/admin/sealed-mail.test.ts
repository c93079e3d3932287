import { expect, test } from 'vitest'
import { sealedMail } from '#web/features/admin/sealed-mail.ts'

test('the policy comes before the HTML of the email', () => {
  const sealed = sealedMail('<!doctype html><script src="https://example.com/x.js"></script>')
  expect(sealed.indexOf('Content-Security-Policy')).toBeLessThan(sealed.indexOf('<script'))
  expect(sealed).toContain("default-src 'none'")
})

test('the document stays in standards mode', () => {
  expect(sealedMail('<p>Hello</p>').startsWith('<!doctype html>')).toBe(true)
})
