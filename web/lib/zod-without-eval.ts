import { config } from 'zod/v4/core'

// zod would compile its parsers with `new Function`, which the content security policy refuses and
// reports. It decides when a schema is made, so this module comes before every schema.
config({ jitless: true })
