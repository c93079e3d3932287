import { describe, expect, onTestFinished, test } from 'vitest'
import { DailyType } from '#contract/daily.ts'
import { plainTextOf } from '#server/domain/sanitize-html.ts'
import { startOpenAiServer } from '#server/testing/providers/openai-server.ts'
import { createLibraryWriter } from './library.ts'
import { createOpenAiCompatibleWriter } from './openai-compatible.ts'
import type { DailyWriter, WritingRequest } from './port.ts'

const adapters: Record<string, () => Promise<DailyWriter>> = {
  library: async () => createLibraryWriter(),
  provider: async () => {
    const server = await startOpenAiServer()
    onTestFinished(() => server.stop())
    return createOpenAiCompatibleWriter({ ...server, apiKey: 'sk-local', model: 'writer-1' })
  },
}

describe.each(Object.entries(adapters))('%s', (name, start) => {
  const request: Omit<WritingRequest, 'type'> = {
    agentStyle: 'Short sentences.',
    reflectionPrompt: '',
    usedLibraryKeys: ['no-such-key'],
  }

  test('has the right source and model', async () => {
    const writer = await start()
    expect(writer.source).toBe(name)
    expect(writer.model !== null).toBe(name === 'provider')
  })

  test.each(DailyType.options)('a %s is HTML with text in it', async (type) => {
    const { html } = await (await start()).write({ ...request, type })
    expect(html).toMatch(/^<(p|h3)>/)
    expect(plainTextOf(html)).toMatch(/\w+ \w+ \w+/)
  })

  test.each(DailyType.options)(
    'a %s has a library key only if it comes from the library',
    async (type) => {
      const { libraryKey } = await (await start()).write({ ...request, type })
      if (name === 'library') expect(libraryKey).toMatch(/^[a-z0-9-]+$/)
      else expect(libraryKey).toBeNull()
    },
  )

  test('several texts can be written concurrently', async () => {
    const writer = await start()
    const types = [...DailyType.options, ...DailyType.options]
    const texts = await Promise.all(types.map((type) => writer.write({ ...request, type })))
    expect(texts.every(({ html }) => html.length > 0)).toBe(true)
  })
})
