/**
 * A server as a process of its own, for tests of what a flood does to it. Takes other limits as JSON
 * and, where it is to serve a web app, that app's folder. Prints its address as a line and ends with
 * its standard input.
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
// From the test that starts this program.
const limits = JSON.parse(process.argv[2] ?? '{}') as AppLimits
const app = await buildApp(context, process.argv[3], limits)
process.stdout.write(`${await app.listen({ host: '127.0.0.1', port: 0 })}\n`)
