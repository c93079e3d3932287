// Otherwise zod compiles its parsers with `new Function`, which the content security policy blocks
// and reports. zod reads its settings from this object; importing zod here would put it on every page.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
