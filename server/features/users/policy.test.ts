import { expect, test } from 'vitest'
import { isActingAdmin, refusalOfDemotion, refusalOfSuspension, type Standing } from './policy.ts'

const admin = (memberId: string): Standing => ({ memberId, isAdmin: true, suspendedAt: null })
const suspended = (memberId: string): Standing => ({ ...admin(memberId), suspendedAt: new Date() })
const member = (memberId: string): Standing => ({ ...admin(memberId), isAdmin: false })

const ONLY = 'You are the only administrator. Make someone else an administrator first.'

test('a suspended administrator cannot act as one, nor can a member', () => {
  expect([admin('a'), suspended('a'), member('a')].map(isActingAdmin)).toEqual([true, false, false])
})

test('an administrator steps down while another can act', () => {
  expect(refusalOfDemotion(admin('a'), [admin('a'), admin('b')])).toBeUndefined()
  expect(refusalOfDemotion(admin('a'), [admin('a')])).toBe(ONLY)
  expect(refusalOfDemotion(admin('a'), [admin('a'), suspended('b'), member('c')])).toBe(ONLY)
  expect(refusalOfDemotion(suspended('b'), [admin('a'), suspended('b')])).toBeUndefined()
})

test('nobody suspends themselves or the last administrator', () => {
  const everyAdmin = [admin('a')]
  const refusalOf = (whom: Standing, actorId: string) =>
    refusalOfSuspension(whom, { actorId, everyAdmin })
  expect(refusalOf(admin('a'), 'a')).toBe('You can’t suspend your own account.')
  expect(refusalOf(admin('a'), 'b')).toBe(ONLY)
  expect(refusalOf(member('c'), 'a')).toBeUndefined()
  expect(refusalOf(admin('b'), 'a')).toBeUndefined()
})
