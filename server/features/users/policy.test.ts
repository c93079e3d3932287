import { expect, test } from 'vitest'
import { RIGHTS, type Right } from '#contract/rights.ts'
import {
  isActing,
  type MemberStatus,
  refusalOfChange,
  refusalOfLoss,
  refusalOfSuspension,
} from './policy.ts'

const statusOf = (memberId: string, rights: readonly Right[]): MemberStatus => ({
  memberId,
  rights,
  suspendedAt: null,
})
const owner = (memberId: string): MemberStatus => statusOf(memberId, RIGHTS)
const helper = (memberId: string): MemberStatus => statusOf(memberId, ['people', 'stories'])
const member = (memberId: string): MemberStatus => statusOf(memberId, [])
const suspended = (someone: MemberStatus): MemberStatus => ({ ...someone, suspendedAt: new Date() })

const ONLY = 'Nobody else has the right “Team”. Give it to someone else first.'
const TEAM = 'This account is on the team. Only someone with the right “Team” can do this.'

test('members can’t act without the right or while suspended', () => {
  expect(isActing(owner('a'), 'stories')).toBe(true)
  expect(isActing(helper('a'), 'guidance')).toBe(false)
  expect(isActing(suspended(owner('a')), 'stories')).toBe(false)
  expect(isActing(member('a'), 'stories')).toBe(false)
})

test('at least one member who can sign in keeps the right to give rights', () => {
  expect(refusalOfLoss(owner('a'), [owner('a'), owner('b')])).toBeUndefined()
  expect(refusalOfLoss(owner('a'), [owner('a')])).toBe(ONLY)
  expect(refusalOfLoss(owner('a'), [owner('a'), suspended(owner('b')), helper('c')])).toBe(ONLY)
  expect(refusalOfLoss(suspended(owner('b')), [owner('a'), suspended(owner('b'))])).toBeUndefined()
  expect(refusalOfLoss(helper('b'), [owner('a'), helper('b')])).toBeUndefined()
})

test('only members who can give rights can change a team member’s account', () => {
  expect(refusalOfChange(helper('a'), member('b'))).toBeUndefined()
  expect(refusalOfChange(helper('a'), helper('a'))).toBeUndefined()
  expect(refusalOfChange(helper('a'), helper('b'))).toBe(TEAM)
  expect(refusalOfChange(helper('a'), owner('b'))).toBe(TEAM)
  expect(refusalOfChange(owner('a'), owner('b'))).toBeUndefined()
})

test('administrators can’t suspend themselves, the last keeper or, without the right, the team', () => {
  const refusalOf = (whom: MemberStatus, actor: MemberStatus, team = [owner('a')]) =>
    refusalOfSuspension(whom, { actor, team })
  expect(refusalOf(owner('a'), owner('a'))).toBe('You can’t suspend your own account.')
  expect(refusalOf(owner('a'), { ...owner('b'), suspendedAt: new Date() })).toBe(ONLY)
  expect(refusalOf(member('c'), owner('a'))).toBeUndefined()
  expect(refusalOf(owner('b'), owner('a'), [owner('a'), owner('b')])).toBeUndefined()
  expect(refusalOf(owner('a'), helper('b'))).toBe(TEAM)
})
