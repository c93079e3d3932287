import { accountEndpoints } from './accounts.ts'
import { actionEndpoints } from './actions.ts'
import { auditEndpoints } from './audit.ts'
import { businessWordEndpoints } from './business-words.ts'
import { connectionEndpoints } from './connections.ts'
import { dailyEndpoints } from './daily.ts'
import { emailEndpoints } from './email.ts'
import { emailChangeEndpoints } from './email-changes.ts'
import type { Endpoint } from './endpoint.ts'
import { eventEndpoints } from './events.ts'
import { factorEndpoints } from './factors.ts'
import { firstMorningEndpoints } from './first-morning.ts'
import { guidanceEndpoints } from './guidance.ts'
import { joiningEndpoints } from './joining.ts'
import { liveEndpoints } from './live.ts'
import { localNameEndpoints } from './local-names.ts'
import { maintenanceEndpoints } from './maintenance.ts'
import { moodEndpoints } from './moods.ts'
import { muteEndpoints } from './mutes.ts'
import { noticeEndpoints } from './notices.ts'
import { notificationEndpoints } from './notifications.ts'
import { operationsEndpoints } from './operations.ts'
import { prayerEndpoints } from './prayer.ts'
import { pseudonymEndpoints } from './pseudonyms.ts'
import { reviewEndpoints } from './review.ts'
import { ruleEndpoints } from './rules.ts'
import { scriptureEndpoints } from './scripture.ts'
import { secondLookEndpoints } from './second-looks.ts'
import { securityLogEndpoints } from './security-log.ts'
import { settingsEndpoints } from './settings.ts'
import { shopEndpoints } from './shop.ts'
import { storyEndpoints } from './stories.ts'
import { tagEndpoints } from './tags.ts'
import { teamEndpoints } from './team.ts'
import { teamMessageEndpoints } from './team-messages.ts'
import { tillEndpoints } from './till.ts'
import { todayEndpoints } from './today.ts'
import { transcriptEndpoints } from './transcripts.ts'
import { triviaEndpoints } from './trivia.ts'
import { userEndpoints } from './users.ts'

/** Every call of the API, by feature. The documentation and the access tests go through them. */
export const allEndpoints: Record<string, Record<string, Endpoint>> = {
  accounts: accountEndpoints,
  audit: auditEndpoints,
  factors: factorEndpoints,
  emailChanges: emailChangeEndpoints,
  pseudonyms: pseudonymEndpoints,
  securityLog: securityLogEndpoints,
  stories: storyEndpoints,
  transcripts: transcriptEndpoints,
  review: reviewEndpoints,
  mutes: muteEndpoints,
  teamMessages: teamMessageEndpoints,
  prayer: prayerEndpoints,
  today: todayEndpoints,
  tags: tagEndpoints,
  daily: dailyEndpoints,
  businessWords: businessWordEndpoints,
  scripture: scriptureEndpoints,
  actions: actionEndpoints,
  trivia: triviaEndpoints,
  moods: moodEndpoints,
  firstMorning: firstMorningEndpoints,
  guidance: guidanceEndpoints,
  settings: settingsEndpoints,
  localNames: localNameEndpoints,
  rules: ruleEndpoints,
  shop: shopEndpoints,
  joining: joiningEndpoints,
  notices: noticeEndpoints,
  secondLooks: secondLookEndpoints,
  users: userEndpoints,
  team: teamEndpoints,
  maintenance: maintenanceEndpoints,
  connections: connectionEndpoints,
  email: emailEndpoints,
  till: tillEndpoints,
  notifications: notificationEndpoints,
  live: liveEndpoints,
  events: eventEndpoints,
  operations: operationsEndpoints,
}
