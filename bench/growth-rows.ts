import type { Bench, RowGroup } from './bench.ts'
import type { Installation } from './installation.ts'
import { middleThread, tagName } from './population.ts'
import { inTurns, p50, type Read, type Sampler, samplerOf } from './samplers.ts'
import { median } from './statistics.ts'
import { judge, type Row } from './table.ts'
import { say } from './workspace.ts'

const READS: Read[] = [
  { name: 'list', path: () => '/api/stories?pageSize=6' },
  { name: 'own stories', path: () => '/api/stories?mine=true&pageSize=6' },
  {
    name: 'story by tag',
    path: (number) => `/api/stories?tag=${encodeURIComponent(tagName(number))}&pageSize=6`,
  },
  {
    name: 'thread',
    path: (number, population) => `/api/stories/${middleThread(number, population)}/replies`,
  },
  { name: 'daily page', path: () => '/api/daily' },
]

/** The same reads in a small and a large community, one at a time, never from the cache. */
export const growthRows: RowGroup = {
  name: 'growth',
  measure: async (bench) => {
    const { install, options } = bench
    const small = await install(options.growth.small)
    const large = await install(options.growth.large)
    const rows: Row[] = []
    for (const read of READS) rows.push(await compareSizes(bench, { small, large, read }))
    rows.push(...(await deepPages(bench, large)))
    await small.stop()
    await large.stop()
    return rows
  },
}

async function compareSizes(
  { options }: Bench,
  given: { small: Installation; large: Installation; read: Read },
): Promise<Row> {
  const { small, large, read } = given
  say(`growth: ${read.name}`)
  const ours = samplerOf(large, read.path)
  const peer = samplerOf(small, read.path)
  await inTurns([ours, peer], options.samples)
  return judge(
    { name: `growth: ${read.name}`, ours: atSize(ours), peer: atSize(peer) },
    { value: median(ours.milliseconds) / median(peer.milliseconds), atMost: 1.3 },
  )
}

async function deepPages({ options }: Bench, installation: Installation): Promise<Row[]> {
  const response = await fetch(`${installation.server.url}/api/stories?pageSize=6`)
  await response.arrayBuffer()
  const last = Math.ceil(Number(response.headers.get('x-total-count')) / 6)
  say(`deep page: ${last}`)
  const page = (number: number): Sampler =>
    samplerOf(installation, () => `/api/stories?pageSize=6&page=${number}`)
  const deep = page(last)
  const middle = page(Math.floor(last / 2))
  const first = page(1)
  await inTurns([deep, middle, first], options.samples / 2)
  const times = (sampler: Sampler): number =>
    median(sampler.milliseconds) / median(first.milliseconds)
  return [
    judge(
      { name: 'deep page: the last', ours: atSize(deep), peer: atSize(first) },
      { value: times(deep), atMost: 5 },
    ),
    judge(
      { name: 'deep page: the middle', ours: atSize(middle), peer: atSize(first) },
      { value: times(middle) },
    ),
  ]
}

function atSize(sampler: Sampler): string {
  return `${p50(sampler)} at ${sampler.population.stories.toLocaleString('en')}`
}
