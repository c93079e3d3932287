/**
 * A server in a separate process, for tests of floods of requests. Takes other limits as JSON and,
 * to serve a web app, that app's folder. Prints its URL as a line and exits when its standard input
 * ends.
 */
import { pino } from 'pino'
import { readConfig } from '#server/config.ts'
import { createContext } from '#server/context.ts'
import { type AppLimits, buildApp } from '#server/http/app.ts'
import { LOG_OPTIONS } from '#server/log.ts'

process.stdin.on('end', () => process.exit()).resume()
const config = readConfig(process.env)
const log = pino({ ...LOG_OPTIONS, level: 'error' }, pino.destination(2))
const databaseUrl = process.env.DATABASE_URL ?? ''
const context = await createContext({ config, log, databaseUrl })
// Passed by the test that starts this program.
const limits = JSON.parse(process.argv[2] ?? '{}') as AppLimits
const app = await buildApp(context, process.argv[3], limits)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
