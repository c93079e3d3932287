import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { StoryStatus } from '#contract/stories.ts'
import type { Viewer } from '#server/domain/viewer.ts'
import {
  canDeleteReply,
  canEditStory,
  canReportReply,
  canReportStory,
  canSeeReply,
  canSeeStory,
  type ReplyFacts,
  type StoryFacts,
} from './policy.ts'

const NOW = new Date('2026-03-01T10:00:00Z')

function viewer(id: string, isAdmin = false): Viewer {
  const rights = isAdmin ? ['stories'] : []
  const facts = { id, isAdmin, rights, sessionId: 1, anonymousUsername: id, timeZone: 'UTC' }
  // The brand exists only for the compiler.
  return facts as unknown as Viewer
}

const author = viewer('author')
const stranger = viewer('stranger')
const admin = viewer('admin', true)

const stories = fc.record({
  memberId: fc.constantFrom('author', null),
  status: fc.constantFrom<StoryStatus[]>('pending', 'approved', 'rejected'),
  hiddenAt: fc.constantFrom(NOW, null),
})

const replies = fc.record({
  memberId: fc.constantFrom('author', null),
  deletedAt: fc.constantFrom(NOW, null),
  hiddenAt: fc.constantFrom(NOW, null),
  heldAt: fc.constantFrom(NOW, null),
})

const someone = fc.constantFrom(undefined, author, stranger, admin)

test('a visitor and a stranger see exactly the approved stories that are not hidden', () => {
  fc.assert(
    fc.property(stories, fc.constantFrom(undefined, stranger), (story: StoryFacts, who) => {
      expect(canSeeStory(who, story)).toBe(story.status === 'approved' && story.hiddenAt === null)
    }),
  )
})

test('an author sees their own story in every state, an administrator every story', () => {
  fc.assert(
    fc.property(stories, (story: StoryFacts) => {
      expect(canSeeStory(author, { ...story, memberId: 'author' })).toBe(true)
      expect(canSeeStory(admin, story)).toBe(true)
    }),
  )
})

test('a story without an author belongs to nobody, a visitor included', () => {
  const story: StoryFacts = { memberId: null, status: 'pending', hiddenAt: null }
  expect(canSeeStory(undefined, story)).toBe(false)
  expect(canEditStory(undefined, story)).toBe(false)
})

test('only its author can edit a story, and never an approved one', () => {
  fc.assert(
    fc.property(stories, someone, (story: StoryFacts, who) => {
      const isAllowed = who === author && story.memberId === 'author' && story.status !== 'approved'
      expect(canEditStory(who, story)).toBe(isAllowed)
    }),
  )
})

test('members can’t report what they can’t see or their own content', () => {
  fc.assert(
    fc.property(stories, replies, someone, (story: StoryFacts, reply: ReplyFacts, who) => {
      if (canReportStory(who, story)) {
        expect(who).toBeDefined()
        expect(canSeeStory(who, story)).toBe(true)
        expect(story.memberId).not.toBe(who?.id)
      }
      if (canReportReply(who, reply)) {
        expect(canSeeReply(who, reply)).toBe(true)
        expect(reply.memberId).not.toBe(who?.id)
        expect(reply.heldAt).toBe(null)
      }
    }),
  )
})

test('a reply can be deleted once, by its author or an administrator', () => {
  fc.assert(
    fc.property(replies, someone, (reply: ReplyFacts, who) => {
      const mayEver = who === admin || (who === author && reply.memberId === 'author')
      expect(canDeleteReply(who, reply)).toBe(mayEver && reply.deletedAt === null)
    }),
  )
})

test('only its author and administrators see a hidden reply, and nobody a deleted one', () => {
  const hidden: ReplyFacts = { memberId: 'author', deletedAt: null, hiddenAt: NOW, heldAt: null }
  expect([undefined, stranger, author, admin].map((who) => canSeeReply(who, hidden))).toEqual([
    false,
    false,
    true,
    true,
  ])
  const deleted: ReplyFacts = { memberId: 'author', deletedAt: NOW, hiddenAt: null, heldAt: null }
  expect([undefined, author, admin].some((who) => canSeeReply(who, deleted))).toBe(false)
})
