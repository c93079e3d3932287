import { describe, expect, test } from 'vitest'
import { fillTemplate } from './publish.ts'

const TEXT = '<h3>Rest</h3><p>Be still.</p>'

describe('a template of plain text', () => {
  test('with only the placeholder gives only the text', () => {
    expect(fillTemplate('{ai_response}', TEXT)).toBe(TEXT)
    expect(fillTemplate('  {ai_response}\n', TEXT)).toBe(TEXT)
  })

  test('becomes paragraphs around the text', () => {
    expect(fillTemplate('Dear friends,\nand all\n\nof you: {ai_response} Amen.', TEXT)).toBe(
      `<p>Dear friends,<br>and all</p><p>of you:</p>${TEXT}<p>Amen.</p>`,
    )
  })

  test('is escaped, whatever characters it contains', () => {
    expect(fillTemplate('2 < 3 & "so" {ai_response}', TEXT)).toBe(
      `<p>2 &#60; 3 &#38; &#34;so&#34;</p>${TEXT}`,
    )
  })
})

describe('a template of HTML', () => {
  test('keeps the content around the placeholder', () => {
    expect(fillTemplate('<h2>Today</h2>{ai_response}<p>Amen.</p>', TEXT)).toBe(
      `<h2>Today</h2>${TEXT}<p>Amen.</p>`,
    )
  })

  test('has no paragraph around the text, and no empty one', () => {
    expect(fillTemplate('<p>Hello.</p><p>{ai_response}</p>', TEXT)).toBe(`<p>Hello.</p>${TEXT}`)
    expect(fillTemplate('<p>Hello. {ai_response} <em>Amen.</em></p>', TEXT)).toBe(
      `<p>Hello. </p>${TEXT}<p> <em>Amen.</em></p>`,
    )
  })
})

test('replacement patterns are inserted literally, and a placeholder in the text is not filled', () => {
  expect(fillTemplate('a {ai_response}', "<p>$& $1 $' {ai_response}</p>")).toBe(
    "<p>a</p><p>$& $1 $' {ai_response}</p>",
  )
})
