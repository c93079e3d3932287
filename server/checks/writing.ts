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
      action: `Check ${prefix}_API_KEY in .env, then restart the server.`,
    },
    unreachable: {
      finding: `The ${name} provider doesn’t answer`,
      action: `Check ${prefix}_BASE_URL in .env, and whether the provider reports an outage.`,
    },
  })
  // The site works without it.
  return health.state === 'unreachable' ? { ...verdict, state: 'warning' } : verdict
}

export const WRITING_CHECKS: readonly Check[] = [
  {
    name: 'ai-provider',
    title: 'Daily texts',
    run: async ({ config: { ai } }) => {
      if (ai.provider === 'library') return skipped('Daily texts come from the built-in library.')
      return judgeProvider(await checkOpenAiApi(ai), {
        name: 'AI',
        prefix: 'AI',
        meaning: 'Daily texts come from the built-in library instead.',
      })
    },
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
