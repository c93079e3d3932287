import { expect, test } from 'vitest'
import { mailingMail } from './mailing-mail.ts'

const input = {
  brand: 'Folx & Friends',
  subject: 'Good news',
  preheader: '',
  contentHtml:
    '<h1>Good news</h1><p>The room <a href="https://folx.example/live?a=1&amp;b=2">opens</a>.</p><img src="https://folx.example/x.webp" alt="A sunrise">',
  reason: 'You have an account.',
  postalAddress: 'Folx\n1 Main St',
  unsubscribeUrl: 'https://folx.example/api/unsubscribe?token=abc',
}

test('both parts have the same content, including links', () => {
  const { html, text, contentText } = mailingMail(input)
  for (const part of [html, text]) {
    for (const words of [
      'Good news',
      'The room',
      'A sunrise',
      'You have an account.',
      '1 Main St',
    ]) {
      expect(part).toContain(words)
    }
    expect(part).toContain(input.unsubscribeUrl)
  }
  expect(contentText).toBe(
    'Good news\n\nThe room opens https://folx.example/live?a=1&b=2.\n\n[A sunrise]',
  )
  expect(html).toContain('https://folx.example/live?a=1&amp;b=2')
  expect(html).toMatch(/<meta name="viewport"/)
  expect(html).toMatch(/@media \(prefers-color-scheme: dark\)/)
  expect(html).toContain('max-width:600px')
})

test('the preheader is the given one, or the beginning of the text', () => {
  const lineOf = (preheader: string): string | undefined =>
    /<div style="display:none[^>]*>([^\u200c<]*)/.exec(
      mailingMail({ ...input, preheader }).html,
    )?.[1]
  expect(lineOf('Doors open at seven & tea is free')).toBe('Doors open at seven &amp; tea is free')
  expect(lineOf('')).toBe('Good news The room opens [A sunrise]')
  const { preheader } = mailingMail({ ...input, contentHtml: `<p>${'evening '.repeat(40)}</p>` })
  expect(preheader).toMatch(/^(evening ){16}evening…$/)
})

test('the line of the postal address is left out if there is none', () => {
  const { html, text } = mailingMail({ ...input, postalAddress: null })
  expect(html + text).not.toContain('Main St')
})

test('hostile text around the content stays text', () => {
  const hostile = '</title><script>alert(1)</script>'
  const { html } = mailingMail({
    ...input,
    brand: hostile,
    subject: hostile,
    reason: hostile,
    postalAddress: hostile,
  })
  expect(html).not.toContain('<script>')
  expect(html).toContain('&lt;script&gt;alert(1)')
})

test('each email contains only its own input', () => {
  const brands = ['One', 'Two', 'Three']
  const mails = brands.map((brand) => mailingMail({ ...input, brand }))
  expect(mails.map(({ text }) => brands.find((brand) => text.includes(brand)))).toEqual(brands)
  expect(mailingMail(input).text).toContain('Good news')
})

test('an unsubscribe link that is not a web address is refused', () => {
  expect(() => mailingMail({ ...input, unsubscribeUrl: 'javascript:alert(1)' })).toThrow(TypeError)
})
