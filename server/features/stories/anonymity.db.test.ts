import { expect } from 'vitest'
import { storyEndpoints as calls } from '#contract/stories.ts'
import { test } from '#server/testing/world.ts'

test('no call reveals an author’s identity to visitors and members', async ({
  api,
  world,
  context,
  logLines,
}) => {
  const author = await world.member({ username: 'agnes-brinkmann', email: 'agnes@private.example' })
  const replier = await world.member({ username: 'otto-kessler', email: 'otto@private.example' })
  const reader = await world.member({ username: 'vera-lindholm', email: 'vera@private.example' })
  const admin = await world.admin({ username: 'ruth-calloway', email: 'ruth@private.example' })
  const words = { content: 'Between us.', anotherVoice: 'true' }
  const fields = { title: 'Unseen', category: 'faith', ...words }
  const { id } = await api.as(author).call(calls.create, { fields })
  const params = { id }
  await api.as(admin).call(calls.moderate, { params, body: { approved: true, tags: ['quiet'] } })
  const reply = { storyId: id, content: 'Thank you.' }
  const top = await api.as(replier).call(calls.reply, { body: reply })
  const nested = await api.as(author).call(calls.reply, { body: { ...reply, parentId: top.id } })
  await api.as(replier).call(calls.reply, { body: { ...reply, parentId: nested.id } })
  await api.as(replier).call(calls.react, { body: { storyId: id, reaction: 'heart' } })
  await api.as(replier).call(calls.report, { params, body: { reason: 'Just looking' } })

  const answers: string[] = []
  for (const caller of [api, api.as(reader)]) {
    const responses = [
      await caller.request(calls.list),
      await caller.request(calls.list, { query: { tag: 'quiet', q: 'between' } }),
      await caller.request(calls.list, { query: { mine: 'true' } }),
      await caller.request(calls.get, { params }),
      await caller.request(calls.listReplies, { params }),
      await caller.request(calls.listReplies, { params, query: { parentId: top.id } }),
      await caller.request(calls.reactionTotals, { params }),
      await caller.request(calls.listTags),
      await caller.request(calls.audio, { params }),
      await caller.request(calls.update, { params, fields }),
      await caller.request(calls.react, { body: { storyId: id, reaction: 'heart' } }),
      await caller.request(calls.removeReply, { params: { id: top.id } }),
      await caller.request(calls.reportReply, { params: { id: top.id }, body: {} }),
      await caller.request(calls.listPending),
      await caller.request(calls.listReports),
      await caller.request(calls.remove, { params }),
    ]
    answers.push(...responses.map(({ text, headers }) => text + JSON.stringify(headers)))
  }
  // The calls did return content: the pseudonym and the story appear.
  expect(answers.join('\n')).toContain(author.anonymousUsername)
  expect(answers.join('\n')).toContain('Between us.')
  for (const { username, email, id: memberId } of [author, replier, admin]) {
    for (const secret of [username, email, memberId])
      expect(answers.join('\n')).not.toContain(secret)
  }

  const lines = logLines.join('\n')
  expect(lines).toContain('/api/stories')
  for (const { username, email, id: memberId, anonymousUsername } of [
    author,
    replier,
    reader,
    admin,
  ]) {
    for (const secret of [username, email, memberId, anonymousUsername]) {
      expect(lines).not.toContain(secret)
    }
  }
  expect(lines).not.toContain('Between us.')

  const mails = await context.db.selectFrom('outboxMail').selectAll().execute()
  for (const { subject, text, html } of mails) {
    expect(`${subject}${text}${html}`).not.toContain(author.anonymousUsername)
  }
})
