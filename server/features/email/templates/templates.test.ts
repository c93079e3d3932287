import { expect, test } from 'vitest'
import {
  confirmationCodeMail,
  passwordChangedMail,
  passwordResetMail,
  signInCodeMail,
  verificationCodeMail,
  welcomeMail,
} from './account-mails.ts'
import { composeMail, type Mail } from './layout.ts'
import { html } from './markup.ts'
import { storyApprovedMail, storyReturnedMail } from './story-mails.ts'
import {
  emailChangedMail,
  emailChangeUndoneMail,
  emailCodeMail,
  emailInUseMail,
  ownEmailChangedMail,
} from './user-mails.ts'

const input = {
  brand: 'Folx & Friends',
  code: '048213',
  url: 'https://folx.example/reset-password?token=a1&from=mail',
  resetUrl: 'https://folx.example/auth?forgot=1',
  editUrl: 'https://folx.example/dashboard?edit=7',
  helpEmail: 'help@folx.example',
  title: 'Out of the dark',
  reason: 'Please leave out the street.\nThe rest is beautiful.',
}
type Input = typeof input

/** Each email with all input that it may use. Adding a name here is a decision about privacy. */
const mails: [string, (given: Input) => Mail, (keyof Input)[]][] = [
  ['sign-in code', signInCodeMail, ['brand', 'code']],
  ['verification code', verificationCodeMail, ['brand', 'code']],
  ['confirmation code', confirmationCodeMail, ['brand', 'code']],
  ['password reset', passwordResetMail, ['brand', 'url']],
  ['password changed', passwordChangedMail, ['brand', 'resetUrl']],
  ['welcome', welcomeMail, ['brand', 'url']],
  ['email changed', emailChangedMail, ['brand', 'helpEmail', 'url']],
  ['own email changed', ownEmailChangedMail, ['brand', 'url']],
  ['email code', emailCodeMail, ['brand', 'code']],
  ['email in use', emailInUseMail, ['brand']],
  ['email change undone', emailChangeUndoneMail, ['brand']],
  ['story approved', storyApprovedMail, ['brand', 'title', 'url']],
  ['story returned', storyReturnedMail, ['brand', 'editUrl', 'reason', 'title']],
]

test.each(mails)(
  'the %s email uses only the input it may: no name, no pseudonym',
  (_name, make, allowed) => {
    const read = new Set<string | symbol>()
    make(
      new Proxy(input, {
        get: (target, key, receiver) => {
          read.add(key)
          return Reflect.get(target, key, receiver)
        },
      }),
    )
    expect([...read].sort()).toEqual(allowed)
  },
)

test.each(mails)(
  'the %s email has the same content in text and in HTML',
  (_name, make, allowed) => {
    const mail = make(input)
    for (const name of allowed) {
      for (const line of input[name].split('\n')) {
        expect(mail.text).toContain(line)
        expect(mail.html).toContain(html`${line}`.toString())
      }
    }
    expect(words(mail.text.replace(/^> |^-- /gm, ''))).toEqual(words(readable(mail.html)))
    expect(mail.text).toContain('Where Paths Cross, Stories Unfold, and Folx Grow')
  },
)

test.each(mails)(
  'the subject of the %s email contains no codes and no members’ words',
  (_name, make) => {
    const { subject, html: markup } = make(input)
    const seenInInbox =
      subject + (markup.match(/<div style="display:none[^>]*>(.*?)<\/div>/)?.[1] ?? '')
    expect(seenInInbox.length).toBeGreaterThan(subject.length)
    for (const secret of [input.code, input.title, 'street', 'token']) {
      expect(seenInInbox).not.toContain(secret)
    }
  },
)

test.each(mails)('hostile text in the %s email stays text', (_name, make) => {
  const hostile = `</blockquote><script>alert(1)</script><img src=x onerror='a("b")'>&amp;`
  const clean = make(input).html
  const { html: markup, text } = make({
    ...input,
    brand: hostile,
    title: hostile,
    reason: `${hostile}\n${hostile}`,
  })
  expect(tags(markup)).toEqual(tags(clean))
  expect(markup).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
  expect(markup).toContain('&amp;amp;')
  expect(text).toContain(hostile)
})

test.each([
  ['the sign-in code', signInCodeMail(input), '10 minutes', 'ignore this email'],
  ['the verification code', verificationCodeMail(input), '10 minutes', 'ignore this email'],
  ['the confirmation code', confirmationCodeMail(input), '10 minutes', 'ignore this email'],
  ['the reset link', passwordResetMail(input), '60 minutes', 'ignore this email'],
])(
  '%s says how long it works and what to do if you didn’t ask for it',
  (_name, mail, time, else_) => {
    expect(mail.text).toContain(time)
    expect(mail.text).toContain(else_)
  },
)

test('the reset link is in the button and in full below it', () => {
  const escaped = 'https://folx.example/reset-password?token=a1&amp;from=mail'
  expect(passwordResetMail(input).html.split(`href="${escaped}"`)).toHaveLength(3)
  expect(passwordResetMail(input).html).toContain(`>${escaped}</a>`)
})

test('the line breaks of a reason are kept', () => {
  const mail = storyReturnedMail(input)
  expect(mail.html).toContain('Please leave out the street.<br>The rest is beautiful.')
  expect(mail.text).toContain('> Please leave out the street.\n> The rest is beautiful.')
})

test('a brand with a line break cannot add a header', () => {
  const { subject } = welcomeMail({ ...input, brand: 'Folx\r\nBcc: all@example.org' })
  expect(subject).toBe('Welcome to Folx Bcc: all@example.org')
})

test('a link that is not a web address is refused', () => {
  const blocks = [{ kind: 'action', label: 'Open', url: 'javascript:alert(1)' }] as const
  const content = { brand: 'Folx', subject: 'a', preheader: 'b', heading: 'c', blocks: [...blocks] }
  expect(() => composeMail(content)).toThrow(TypeError)
})

function tags(markup: string): string[] {
  return markup.match(/<[^>]+>/g) ?? []
}

/**
 * The visible text of the HTML part: without styles and hidden line, with the brand at the end as
 * in the text.
 */
function readable(markup: string): string {
  const body = markup.slice(markup.indexOf('<body'))
  return body
    .replace(/<div style="display:none.*?<\/div>/s, '')
    .replace(/Or open this link: /g, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&amp;/g, '&')
}

function words(text: string): string[] {
  return text
    .replaceAll(':\nhttp', '\nhttp')
    .split(/\s+/)
    .filter((word) => word && word !== '--')
    .sort()
}

test('a quoted text from right to left has its border on the right', () => {
  const { html: markup } = storyReturnedMail({ ...input, title: 'אור בבוקר' })
  expect(markup).toMatch(/<blockquote dir="auto" [^>]*border-right:3px[^>]*>אור בבוקר</)
  expect(markup).toMatch(/<blockquote dir="auto" [^>]*border-left:3px[^>]*>Please leave/)
})
