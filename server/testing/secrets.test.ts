import { expect, test } from 'vitest'
import { Secrets } from './secrets.ts'

test('a secret is found in any case, but not inside a longer word', () => {
  const secrets = new Secrets()
  secrets.add('Ruth@Example.org', '123456', 'short')
  secrets.addBody({ password: 'a quiet morning', other: 'not private', otp: 7 })
  expect(secrets.size).toBe(3)
  const log =
    '{"key":"(email)=(ruth@example.org)","time":9123456,"text":"A QUIET MORNING","x":"short"}'
  expect(secrets.in(log)).toEqual(['Ruth@Example.org', 'a quiet morning'])
  expect(secrets.in('{"code":123456}')).toEqual(['123456'])
  expect(secrets.in('{}')).toEqual([])
})
