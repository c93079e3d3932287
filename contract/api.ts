import { accountEndpoints } from './accounts.ts'
import { emailEndpoints } from './email.ts'
import type { Endpoint } from './endpoint.ts'
import { operationsEndpoints } from './operations.ts'
import { settingsEndpoints } from './settings.ts'
import { storyEndpoints } from './stories.ts'

/** Every call of the API, by feature: what the documentation and the access table go through. */
export const allEndpoints: Record<string, Record<string, Endpoint>> = {
  accounts: accountEndpoints,
  stories: storyEndpoints,
  settings: settingsEndpoints,
  email: emailEndpoints,
  operations: operationsEndpoints,
}
