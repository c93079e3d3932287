import { expect, test } from 'vitest'
import { demoRequests } from './guidance.ts'
import { demoReactions } from './load.ts'
import { demoMembers, memberIndex } from './members.ts'
import { demoActions, demoJournal } from './practice.ts'
import { demoPrayers } from './prayers.ts'
import { demoStories } from './stories.ts'

const approved = demoStories().filter((story) => story.status === 'approved')
const replies = approved.flatMap((story) => story.replies)
const reserved = /admin|moderator|support|staff|team|official|system|help|root|folx/i

/** Every sequence of four letters or digits in the words of a text. */
function fourLetterRuns(text: string): Set<string> {
  const plain = text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()
  const words = plain.split(/[^a-z0-9]+/)
  return new Set(
    words
      .flatMap((word) => Array.from(word, (_, at) => word.slice(at, at + 4)))
      .filter((run) => run.length === 4),
  )
}

function joined(index: number): number {
  const member = demoMembers()[index]
  if (!member) throw new Error(`There is no demo member ${index}`)
  return member.joinedDaysAgo
}

function unique(values: unknown[]): boolean {
  return new Set(values).size === values.length
}

test('thirty members, two of them administrators, have unique names and addresses and valid time zones', () => {
  expect(demoMembers()).toHaveLength(30)
  expect(demoMembers().filter((member) => member.rights)).toHaveLength(2)
  expect(unique(demoMembers().map((member) => member.username))).toBe(true)
  expect(unique(demoMembers().map((member) => member.email))).toBe(true)
  expect(unique(demoMembers().map((member) => member.anonymousUsername.toLowerCase()))).toBe(true)
  for (const member of demoMembers()) {
    expect(member.username).toMatch(/^[a-z0-9_-]{1,30}$/)
    expect(member.email).toMatch(/^[a-z0-9.]+@example\.(org|com|net)$/)
    expect(member.anonymousUsername).toMatch(/^.{1,30}$/u)
    expect(member.anonymousUsername).not.toMatch(reserved)
    expect(() => new Intl.DateTimeFormat('en', { timeZone: member.timeZone })).not.toThrow()
  }
})

test.each(demoMembers())(
  '$anonymousUsername shares nothing with the login name and email',
  (member) => {
    const login = fourLetterRuns(`${member.username} ${member.email.split('@')[0]}`)
    const shared = [...fourLetterRuns(member.anonymousUsername)].filter((run) => login.has(run))
    expect(shared).toEqual([])
  },
)

test('a nickname gives the index of its member', () => {
  expect(demoMembers()[memberIndex('river')]?.anonymousUsername).toBe('QuietRiver')
  expect(demoMembers()[memberIndex('wren')]?.anonymousUsername).toBe('wren in winter')
})

test('sixty stories cover every state and all ten categories', () => {
  const count = (status: string): number =>
    demoStories().filter((story) => story.status === status).length
  expect([count('approved'), count('pending'), count('rejected')]).toEqual([46, 9, 5])
  expect(new Set(approved.map((story) => story.category)).size).toBe(10)
  expect(demoStories().filter((story) => story.audioSeconds !== undefined)).toHaveLength(6)
  expect(unique(demoStories().map((story) => story.title))).toBe(true)
})

test('stories are from hours to about five months old, listed newest first, each with a unique age', () => {
  const ages = demoStories().map((story) => story.daysAgo)
  expect(ages).toEqual(ages.toSorted((a, b) => a - b))
  expect(unique(ages)).toBe(true)
  expect(ages[0]).toBeLessThan(0.5)
  expect(ages.at(-1)).toBeGreaterThan(140)
})

test.each(demoStories())('“$title” is within limits, and its author was a member', (story) => {
  expect(story.title).toMatch(/^\S.{0,148}\S$/u)
  expect(story.daysAgo).toBeLessThan(joined(story.author))
  if (story.audioSeconds === undefined) {
    expect(story.content?.trim().length).toBeGreaterThan(80)
    expect(story.content?.length).toBeLessThanOrEqual(20_000)
  } else {
    expect(story.audioSeconds).toBeGreaterThanOrEqual(6)
    expect(story.audioSeconds).toBeLessThanOrEqual(25)
  }
  if (story.status === 'rejected') expect(story.rejectionReason.length).toBeGreaterThan(60)
})

test.each(approved)('the thread under “$title” is consistent', (story) => {
  expect(story.tags.length).toBeGreaterThanOrEqual(1)
  expect(story.tags.length).toBeLessThanOrEqual(4)
  expect(unique(story.tags)).toBe(true)
  const hours = story.replies.map((reply) => reply.hoursAfter)
  expect(hours).toEqual(hours.toSorted((a, b) => a - b))
  story.replies.forEach((reply, at) => {
    const daysAgo = story.daysAgo - reply.hoursAfter / 24
    expect(daysAgo).toBeGreaterThan(0)
    expect(daysAgo).toBeLessThan(joined(reply.author))
    expect(reply.content.length).toBeLessThanOrEqual(5000)
    expect(reply.content.trim()).not.toBe('')
    if (reply.replyTo !== undefined) expect(reply.replyTo).toBeLessThan(at)
    if (reply.replyTo !== undefined) expect(reply.replyTo).toBeGreaterThanOrEqual(0)
  })
})

test('there are about 150 replies, one long thread, and stories still without an answer', () => {
  expect(replies.length).toBeGreaterThanOrEqual(140)
  expect(replies.length).toBeLessThanOrEqual(170)
  expect(Math.max(...approved.map((story) => story.replies.length))).toBeGreaterThanOrEqual(20)
  expect(approved.filter((story) => story.replies.length === 0).length).toBeGreaterThanOrEqual(4)
})

test('one of two deleted replies has answers', () => {
  const answers = approved.flatMap((story) =>
    story.replies.flatMap((reply, at) =>
      reply.deleted ? [story.replies.filter((other) => other.replyTo === at).length] : [],
    ),
  )
  expect(answers.toSorted()).toEqual([0, 1])
})

test('one story and one reply are reported, by a member who did not write them', () => {
  const reported = [...approved, ...replies].filter((item) => item.report)
  expect(approved.filter((story) => story.report)).toHaveLength(1)
  expect(replies.filter((reply) => reply.report)).toHaveLength(1)
  for (const { author, report } of reported) {
    expect(report?.reporter).not.toBe(author)
    expect(report?.reason).toMatch(/\w/)
  }
})

test('every member wrote something', () => {
  const authors = new Set([...demoStories(), ...replies].map((item) => item.author))
  expect(authors.size).toBe(30)
})

test('reactions are the same in every run, never by the author, and never raised hands for grief', () => {
  for (const story of approved) {
    const reactions = demoReactions(story)
    expect(demoReactions(story)).toEqual(reactions)
    for (const members of Object.values(reactions)) {
      expect(members).not.toContain(story.author)
      expect(unique(members)).toBe(true)
    }
    if (story.tags.includes('grief')) expect(reactions.raised_hands).toEqual([])
  }
  const totals = approved.map((story) => Object.values(demoReactions(story)).flat().length)
  expect(Math.max(...totals)).toBeGreaterThan(15)
  expect(Math.min(...totals)).toBeLessThan(8)
})

test('there are prayers and guidance requests in every state, and a journal of a month', () => {
  const states = new Set(
    demoPrayers().map(({ status, answer }) => `${status} ${answer !== undefined}`),
  )
  expect([...states]).toEqual(['approved false', 'pending false', 'answered true'])
  expect(demoRequests().filter(({ answer }) => answer)).toHaveLength(3)
  expect(demoRequests().filter(({ answer }) => !answer)).toHaveLength(3)
  expect(demoJournal().at(-1)?.daysAgo).toBeGreaterThan(30)
  expect(unique(demoJournal().map(({ daysAgo }) => daysAgo))).toBe(true)
  expect(demoActions()).toHaveLength(3)
})

test('the content includes difficult cases for pages', () => {
  const all = demoStories().map((story) => story.content ?? '')
  expect(all.filter((content) => /\p{Extended_Pictographic}/u.test(content))).toHaveLength(1)
  expect(all.filter((content) => content.includes('<b>'))).toHaveLength(1)
  expect(all.filter((content) => /\S{120,}/.test(content))).toHaveLength(1)
  expect(all.filter((content) => content.split('\n\n').length === 5).length).toBeGreaterThan(1)
  expect(all.join()).toContain(
    '“But when he was yet a great way off, his father saw him, and had compassion, and ran, and fell on his neck, and kissed him.” (Luke 15:20, KJV)',
  )
})
