import { expect, test } from 'vitest'
import type { Connection } from '#contract/connections.ts'
import { AREAS } from '#web/features/admin/keeper/connection-areas.ts'
import { bodyOf, draftOf, sourceWords } from '#web/features/admin/keeper/connection-values.ts'

const NONE: Connection = {
  area: 'email',
  source: 'none',
  isConnected: false,
  environment: [],
  values: {},
  secrets: [],
  webhookUrl: null,
  problem: null,
  version: '',
}

const gmail = AREAS.email.services.find(({ label }) => label === 'Gmail')
const openAi = AREAS.ai.services.find(({ label }) => label === 'OpenAI')
if (!gmail || !openAi) throw new Error('The services have other names.')

test('Gmail sends from its own address unless another is entered', () => {
  const draft = {
    ...draftOf(gmail, NONE),
    SMTP_USER: 'riverside@gmail.com',
    SMTP_PASSWORD: 'abcd efgh ijkl mnop',
    SENDER_NAME: 'Riverside',
  }
  const values = bodyOf(gmail, draft)
  expect(values).toMatchObject({
    MAIL_FROM: 'Riverside <riverside@gmail.com>',
    SMTP_PASSWORD: 'abcdefghijklmnop',
  })
  expect(draftOf(gmail, { ...NONE, values }).MAIL_FROM).toBe('')
  const other = bodyOf(gmail, { ...draft, MAIL_FROM: 'hello@riverside.example' })
  expect(other.MAIL_FROM).toBe('Riverside <hello@riverside.example>')
  expect(draftOf(gmail, { ...NONE, values: other }).MAIL_FROM).toBe('hello@riverside.example')
})

test('a model is filled in for OpenAI, and a stored one stays', () => {
  const ai: Connection = { ...NONE, area: 'ai' }
  expect(draftOf(openAi, ai).AI_MODEL).toBe('gpt-4.1-mini')
  const values = { AI_BASE_URL: 'https://api.openai.com/v1', AI_MODEL: 'writer-2' }
  expect(draftOf(openAi, { ...ai, values }).AI_MODEL).toBe('writer-2')
})

test.for([
  [{ source: 'none', isConnected: false }, 'Not connected.'],
  [{ source: 'environment', isConnected: true }, 'Connected, set on the server.'],
  [
    { source: 'environment', isConnected: false },
    'Test payments, set on the server. Nobody is charged.',
  ],
] as const)('%s is said as it is', ([state, words]) => {
  expect(sourceWords({ ...NONE, area: 'payments', ...state })).toBe(words)
})
