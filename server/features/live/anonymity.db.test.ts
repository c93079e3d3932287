import { expect } from 'vitest'
import { liveEndpoints as calls } from '#contract/live.ts'
import { test } from '#server/testing/live-world.ts'
import { Secrets } from '#server/testing/secrets.ts'

test('messages and grants contain no login name, email address, member id or session token', async ({
  stage,
  logLines,
}) => {
  const hostPage = await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const grants = [
    (await stage.api.as(ana).request(calls.join, { body: { userData: { note: 'mine' } } })).text,
    (await stage.api.as(stage.host).request(calls.join, { body: {} })).text,
  ]
  const [one, two] = [await stage.enter(ana), await stage.enter(ben)]
  const others = await stage.enter(ben)
  await two.ends()
  one.say({ type: 'offer', sdp: 'v=0', transport: 'udp' })
  one.say({ type: 'microphone', isOpen: true })
  one.say({ type: 'hand', isUp: true })
  one.say({ type: 'question', text: 'How do I begin?' })
  one.say({ type: 'mute', participantId: others.participantId })
  hostPage.say({ type: 'mute', participantId: one.participantId })
  const [question] = (await hostPage.sees(({ questions }) => questions.length === 1)).questions
  hostPage.say({ type: 'question-answered', questionId: question?.id ?? 0, isAnswered: true })
  hostPage.say({ type: 'remove', participantId: others.participantId })
  await others.ends()
  await one.sees(({ questions }) => questions[0]?.isAnswered === true)
  await stage.api.as(stage.host).call(calls.startRecording)
  await one.receives('recording')
  await stage.api.as(stage.host).call(calls.stop)
  await one.ends()

  const secrets = new Secrets()
  for (const { id, username, email, password, cookie } of [ana, ben, stage.host]) {
    secrets.add(id, username, email, password, cookie.split('=')[1])
  }
  const leaked = [...grants, hostPage.text, one.text, two.text, others.text].join('\n')
  expect(leaked).toContain(ana.anonymousUsername)
  expect(secrets.in(leaked)).toEqual([])
  secrets.add(ana.anonymousUsername, ben.anonymousUsername, stage.host.anonymousUsername)
  secrets.add(one.participantId, 'How do I begin?', question?.name)
  expect(secrets.in(logLines.join('\n'))).toEqual([])
})

test('nobody sees who asked a question, not even a host, and each question has a different name', async ({
  stage,
}) => {
  const hostPage = await stage.onAir()
  const [ana, ben] = [await stage.member(), await stage.member()]
  const [one, two] = [await stage.enter(ana), await stage.enter(ben)]
  one.say({ type: 'question', text: 'First?' })
  one.say({ type: 'question', text: 'Second?' })
  two.say({ type: 'question', text: 'Third?' })
  const room = await hostPage.sees(({ questions }) => questions.length === 3)
  expect(new Set(room.questions.map(({ name }) => name)).size).toBe(3)
  expect(room.questions.map(({ mine }) => mine)).toEqual([false, false, false])
  await one.sees(({ questions }) => questions.length === 3)
  const mine = one.room?.questions.filter((question) => question.mine)
  expect(mine?.map(({ text }) => text).toSorted()).toEqual(['First?', 'Second?'])
  // These fields are all that anyone sees of a question, and none identifies a person.
  for (const question of room.questions) {
    expect(Object.keys(question).toSorted()).toEqual([
      'id',
      'isAnswered',
      'isAskerSilenced',
      'mine',
      'name',
      'state',
      'text',
    ])
    for (const person of room.participants) {
      const text = JSON.stringify(question)
      expect(text).not.toContain(person.id)
      expect(text).not.toContain(person.anonymousUsername)
    }
  }
})

test('a question stays when its author leaves or is removed', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const [one, two] = [
    await stage.enter(await stage.member()),
    await stage.enter(await stage.member()),
  ]
  one.say({ type: 'question', text: 'First?' })
  two.say({ type: 'question', text: 'Second?' })
  await hostPage.sees(({ questions }) => questions.length === 2)
  one.say({ type: 'leave' })
  hostPage.say({ type: 'remove', participantId: two.participantId })
  await hostPage.sees(({ participants }) => participants.length === 1)
  expect(hostPage.room?.questions).toHaveLength(2)
})

test('every time that a member enters, the participant id is new', async ({ stage }) => {
  await stage.onAir()
  const ana = await stage.member()
  const first = await stage.enter(ana)
  first.say({ type: 'leave' })
  await first.ends()
  const second = await stage.enter(ana)
  expect(second.participantId).not.toBe(first.participantId)
})

test('a new question changes only the list of questions for everyone else', async ({ stage }) => {
  const hostPage = await stage.onAir()
  const [one, two] = [
    await stage.enter(await stage.member()),
    await stage.enter(await stage.member()),
  ]
  await two.sees(({ participants }) => participants.length === 3)
  await hostPage.sees(({ participants }) => participants.length === 3)
  const before = hostPage.messages.length
  one.say({ type: 'question', text: 'First?' })
  await hostPage.sees(({ questions }) => questions.length === 1)
  const received = hostPage.messages.slice(before)
  expect(received.every(({ type }) => type === 'room')).toBe(true)
  const changed = received.flatMap((message) =>
    message.type === 'room' ? Object.keys(message.room) : [],
  )
  expect(new Set(changed)).toEqual(new Set(['questions']))
})
