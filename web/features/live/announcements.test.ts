import { expect, test } from 'vitest'
import { announcementsOf } from './announcements.ts'
import { participant, snapshot } from './room-fakes.ts'

const host = participant('host', { isHost: true })
const [ann, bob] = [participant('ann'), participant('bob')]
const participants = [host, ann, bob]
const moment = (me: string, room: Parameters<typeof snapshot>[0] = {}) => ({
  me,
  room: snapshot({ participants, ...room }),
})

test('joins and leaves are not announced', () => {
  const before = moment('ann', { participants: [host, ann] })
  expect(announcementsOf(before, moment('ann'))).toEqual([])
})

test('a recording is announced, also to a person who has just joined', () => {
  const recorded = moment('ann', { isRecording: true })
  expect(announcementsOf(moment('ann'), recorded)).toEqual(['This session is being recorded.'])
  expect(announcementsOf(moment(''), recorded)).toEqual(['This session is being recorded.'])
  expect(announcementsOf(recorded, moment('ann'))).toEqual(['The recording has stopped.'])
  // After the server has crashed, people are there under another id, and nothing is recorded.
  expect(announcementsOf(recorded, moment('ann again'))).toEqual(['The recording has stopped.'])
  expect(announcementsOf(moment(''), moment('ann'))).toEqual([])
})

test('raised hands and questions are announced to hosts, only hands to co-hosts, nothing to members', () => {
  const question = {
    name: 'Quiet Cedar',
    text: 'Why?',
    isAnswered: false,
    mine: false,
    state: 'shown',
    isAskerSilenced: false,
  } as const
  const later = {
    hands: ['ann', 'bob'],
    questions: [
      { ...question, id: 1 },
      { ...question, id: 2 },
    ],
  }
  expect(announcementsOf(moment('host'), moment('host', later))).toEqual([
    '2 people raised their hands.',
    '2 new questions.',
  ])
  expect(announcementsOf(moment('host'), moment('host', { hands: ['ann'] }))).toEqual([
    'Sparrow ann raised a hand.',
  ])
  const cohost = [host, { ...ann, isCohost: true }, bob]
  const seen = { ...later, hands: ['bob'], participants: cohost }
  expect(announcementsOf(moment('ann', { participants: cohost }), moment('ann', seen))).toEqual([
    'Sparrow bob raised a hand.',
  ])
  const others = { ...later, hands: ['bob'] }
  expect(announcementsOf(moment('ann'), moment('ann', others))).toEqual([])
})

test('the lowering of the person’s own hand is announced', () => {
  const first = moment('ann', { hands: ['ann'] })
  expect(announcementsOf(moment('ann'), first)).toEqual([])
  expect(announcementsOf(first, moment('ann'))).toEqual(['Your hand was lowered.'])
})

test('muting, speaking rights and a host’s absence are announced', () => {
  const silenced = moment('ann', { participants: [host, { ...ann, maySpeak: false }, bob] })
  expect(announcementsOf(moment('ann'), silenced)).toEqual(['A host muted you.'])
  expect(announcementsOf(silenced, moment('ann'))).toEqual(['You can speak now.'])
  const uninvited = [host, { ...ann, maySpeak: false }, bob]
  const byInvitation = moment('ann', { participants: uninvited, isInviteOnly: true })
  expect(announcementsOf(moment('ann'), byInvitation)).toEqual([
    'Only invited people can speak now.',
  ])
  expect(announcementsOf(byInvitation, moment('ann'))).toEqual(['Everyone can speak now.'])
  const alone = moment('ann', { hostGoneUntil: '2026-03-12T19:01:30.000Z' })
  expect(announcementsOf(moment('ann'), alone)).toEqual([
    'The host lost the connection. Please stay.',
  ])
  expect(announcementsOf(alone, moment('ann'))).toEqual(['The host is back.'])
})

test('shown rules are announced once, also to a person who comes later', () => {
  const shown = moment('ann', { rules: 'Be kind.' })
  const told = ['Rules for this session: Be kind.']
  expect(announcementsOf(moment('ann'), shown)).toEqual(told)
  expect(announcementsOf(moment(''), shown)).toEqual(told)
  expect(announcementsOf(shown, { ...shown, me: 'ann again' })).toEqual([])
  expect(announcementsOf(shown, moment('ann'))).toEqual([])
})

test('a speaker hears that their time starts, and other people do not', () => {
  const time = { participantId: 'ann', endsAt: '2026-03-12T19:02:00.000Z' }
  const timed = { speakingTimes: [time] }
  expect(announcementsOf(moment('ann'), moment('ann', timed))).toEqual([
    'Your speaking time has started.',
  ])
  expect(announcementsOf(moment('host'), moment('host', timed))).toEqual([])
  const again = { speakingTimes: [{ ...time, endsAt: '2026-03-12T19:02:00.040Z' }] }
  expect(announcementsOf(moment('ann', timed), moment('ann', again))).toEqual([])
})
