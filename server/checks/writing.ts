import type { AiConfig } from '#server/config.ts'
import { checkOpenAiApi } from '#server/ports/openai-api.ts'
import type { ProviderHealth } from '#server/ports/provider-health.ts'
import { type Check, judgeHealth, skipped, type Verdict } from './check.ts'

/** @param input.prefix of the variables that set the provider up */
export function judgeProvider(
  health: ProviderHealth,
  { name, prefix, meaning }: { name: string; prefix: 'AI' | 'SPEECH'; meaning: string },
): Verdict {
  const verdict = judgeHealth(health, {
    works: `The ${name} provider answers.`,
    meaning,
    refused: {
      finding: `The ${name} provider refuses the key`,
      action:
        prefix === 'AI'
          ? 'Enter the API key again on the page Connections, or correct AI_API_KEY if it is set on the server.'
          : 'Check SPEECH_API_KEY in .env, then restart the server.',
    },
    unreachable: {
      finding: `The ${name} provider doesn’t answer`,
      action:
        prefix === 'AI'
          ? 'Check the address on the page Connections, or AI_BASE_URL if it is set on the server, and whether the provider reports an outage.'
          : 'Check SPEECH_BASE_URL in .env, and whether the provider reports an outage.',
    },
  })
  // The site works without it.
  return health.state === 'unreachable' ? { ...verdict, state: 'warning' } : verdict
}

/** Asks the AI provider for something that only a valid key gets. */
export async function tryAiProvider(ai: AiConfig): Promise<Verdict> {
  if (ai.provider === 'library') return skipped('Daily texts come from the built-in library.')
  return judgeProvider(await checkOpenAiApi(ai), {
    name: 'AI',
    prefix: 'AI',
    meaning: 'Daily texts come from the built-in library instead.',
  })
}

export const WRITING_CHECKS: readonly Check[] = [
  {
    name: 'ai-provider',
    title: 'Daily texts',
    run: ({ config }) => tryAiProvider(config.ai),
  },
  {
    name: 'speech-provider',
    title: 'Drafts of transcripts',
    run: async ({ config: { speech } }) => {
      if (speech.provider === 'none') {
        return skipped('No speech provider is set up: authors and helpers write transcripts.')
      }
      return judgeProvider(await checkOpenAiApi(speech), {
        name: 'speech',
        prefix: 'SPEECH',
        meaning: 'Authors who ask for a draft of their transcript get none, and are told so.',
      })
    },
  },
]
