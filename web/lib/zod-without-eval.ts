import { config } from 'zod/v4/core'

// Otherwise zod compiles its parsers with `new Function`, which the content security policy blocks
// and reports. zod decides when a schema is created, so import this module before any schema.
config({ jitless: true })
