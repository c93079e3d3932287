import { readFile } from 'node:fs/promises'
import { expect } from 'vitest'
import { storyEndpoints } from '#contract/stories.ts'
import { JOB_NAMES } from '#server/db/jobs.ts'
import { TestApi } from '#server/testing/api.ts'
import { test } from '#server/testing/world.ts'
import { buildApp } from './app.ts'

const TOKEN = 'a-token-of-the-operator'

test('metrics show route patterns, queues and checks, and nothing that identifies anyone', async ({
  context,
  world,
  secrets,
}) => {
  const app = await buildApp({ ...context, config: { ...context.config, metricsToken: TOKEN } })
  try {
    await context.pool.query(
      `insert into check_result (check_name, state, finding, checked_at, is_told)
       values ('disk', 'failed', 'Only 3 bytes.', now(), true)`,
    )
    const member = await world.member()
    const story = await world.story({ author: member, title: 'The winter well' })
    const api = new TestApi(app, { secrets }).as(member)
    await api.call(storyEndpoints.get, { params: { id: story } })
    await app.inject({ url: `/api/nowhere/${member.username}?q=${member.email}` })
    for (const authorization of [undefined, 'Bearer wrong', TOKEN]) {
      const { statusCode } = await app.inject({
        url: '/metrics',
        headers: authorization ? { authorization } : {},
      })
      expect(statusCode).toBe(401)
    }
    const { statusCode, headers, body } = await app.inject({
      url: '/metrics',
      headers: { authorization: `Bearer ${TOKEN}` },
    })
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(body).toContain(
      'folx_http_requests_total{method="GET",route="/api/stories/:id",status="200"} 1',
    )
    expect(body).toMatch(/folx_http_request_duration_seconds_bucket\{le="5",method="GET"/)
    expect(body).toContain('folx_check_failed{check="disk"} 1')
    expect(body).toContain('folx_database_up 1')
    for (const name of JOB_NAMES) expect(body).toContain(`folx_jobs_waiting{queue="${name}"}`)
    for (const file of ['alerts.yaml', 'dashboard.json']) {
      for (const metric of await metricsIn(file))
        expect(body).toMatch(new RegExp(`^${metric}[ {]`, 'm'))
    }
    expect(secrets.in(body)).toEqual([])
    for (const word of [member.id, 'winter', 'Only 3 bytes', `stories/${story}`, '127.0.0.1']) {
      expect(body).not.toContain(word)
    }
    // Every label has a bounded set of values.
    const labels = [...body.matchAll(/[{,](\w+)="/g)].map(([, label]) => label)
    expect([...new Set(labels)].sort()).toEqual(
      expect.arrayContaining(['check', 'method', 'queue', 'route', 'state', 'status']),
    )
    const own = body.split('\n').filter((line) => line.startsWith('folx_'))
    const ownLabels = own.flatMap((line) =>
      [...line.matchAll(/[{,](\w+)="/g)].map(([, label]) => label),
    )
    expect([...new Set(ownLabels)].sort()).toEqual([
      'check',
      'le',
      'method',
      'queue',
      'route',
      'state',
      'status',
    ])
  } finally {
    await app.close()
    await context.pool.query('delete from check_result')
  }
})

/** The metrics that a file of `deploy/monitoring` names. */
async function metricsIn(file: string): Promise<string[]> {
  const path = new URL(`../../deploy/monitoring/${file}`, import.meta.url)
  const names = (await readFile(path, 'utf8')).match(/\b(folx|nodejs|process)_[a-z0-9_]+/g)
  if (!names) throw new Error(`${file} names no metric.`)
  return [...new Set(names)]
}

test('a site without a token has no metrics', async ({ context }) => {
  const app = await buildApp(context)
  const { statusCode } = await app.inject({
    url: '/metrics',
    headers: { authorization: 'Bearer ' },
  })
  expect(statusCode).toBe(404)
  await app.close()
})
