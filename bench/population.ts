import { createHash } from 'node:crypto'

/** The story with a long thread, in every filled database. */
export const LONG_THREAD = 5
/** Replies of the long thread. */
export const LONG_THREAD_REPLIES = 500
/** Every fiftieth story has a thread of twelve replies. */
const MIDDLE_THREADS = { first: 9, every: 50, replies: 12 }

export const TAGS = 200
export const PASSWORD = 'a quiet morning walk'
/** The session of the member who reads the lists and has written nothing. */
export const VIEWER = 0

/** How many members, stories and sessions a database is filled with. */
export interface Population {
  stories: number
  members: number
  /** Open sessions, spread evenly over the members; at most every second member has one. */
  sessions: number
}

export function populationOf(stories: number): Population {
  const members = Math.max(100, Math.round(stories / 10))
  return { stories, members, sessions: Math.min(members / 2, 4_000) }
}

export function username(session: number, population: Population): string {
  return `member-${memberNumber(session, population)}`
}

/** The number of the member, from 1, who has a session. */
export function memberNumber(session: number, { members, sessions }: Population): number {
  return 1 + Math.floor(((session % sessions) * members) / sessions)
}

export function cookie(session: number, { sessions }: Population): string {
  return `folx=bench-session-${session % sessions}`
}

/** The id of a story that everyone can see; different for different numbers. */
export function publicStory(number: number, { stories }: Population): number {
  // Ids that end in 1 are neither pending, rejected nor hidden: see `fill-tables.ts`.
  return ((number * 7_919 * 20) % stories) + 1
}

export function middleThread(number: number, { stories }: Population): number {
  const threads = Math.floor((stories - MIDDLE_THREADS.first) / MIDDLE_THREADS.every)
  return MIDDLE_THREADS.first + MIDDLE_THREADS.every * ((number * 7_919) % threads)
}

/** The name of a tag, the popular ones first. */
export function tagName(number: number): string {
  return `tag ${1 + (number % TAGS)}`
}

/**
 * SQL functions that determine each story's properties, always the same for the same number. A few
 * members write most stories, and a few tags are used most.
 */
export const POPULATION_FUNCTIONS = `
  create schema bench;
  create function bench.roll(number bigint, salt int, sides int) returns int immutable language sql
    return (hashint8extended(number, salt) & 9223372036854775807) % sides;
  create function bench.skewed(number bigint, salt int, sides int) returns int immutable language sql
    return floor(sides * power(bench.roll(number, salt, 1000000) / 1000000.0, 2));
  create function bench.member_id(number bigint) returns uuid immutable language sql
    return overlay(overlay(md5('member ' || number) placing '4' from 13) placing '8' from 17)::uuid;
  create function bench.author(story int, members int) returns int immutable language sql
    return 2 + bench.skewed(story, 1, members - 1);
  create function bench.replies(story int) returns int immutable language sql
    return case when story = ${LONG_THREAD} then ${LONG_THREAD_REPLIES}
      when story % ${MIDDLE_THREADS.every} = ${MIDDLE_THREADS.first} then ${MIDDLE_THREADS.replies}
      else bench.roll(story, 2, 4) end;
  create function bench.hearts(story int) returns int immutable language sql
    return bench.roll(story, 3, 3);
  create function bench.time_of(story int, stories int) returns timestamptz stable language sql
    return now() - (stories - story) * interval '3 years' / stories - interval '1 minute';
`

/** The same id as `bench.member_id` creates. */
export function memberId(number: number): string {
  const hex = createHash('md5').update(`member ${number}`).digest('hex')
  return hex.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12})$/, '$1-$2-4$3-8$4-$5')
}
