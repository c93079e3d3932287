import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import { endChild } from './child-process.ts'
import { closeContext } from './end-within.ts'
import { startOtherNode } from './other-node.ts'
import { test } from './world.ts'

test('an application that a kept connection holds open is named, with the statement', async ({
  context,
}) => {
  const other = await startOtherNode(context)
  const client = await other.context.pool.connect()
  try {
    await client.query('select 4711 as kept')
    await expect(closeContext(other.context, 50)).rejects.toThrow(
      /^The application has not ended within 0.05 s\. .*\n(.*\n)*idle: select 4711 as kept/,
    )
  } finally {
    client.release()
    await other.close()
  }
})

test('a process that does not end is killed, named, and fails its test', async () => {
  const child = spawn(process.execPath, [
    '-e',
    'process.on("SIGINT", () => {}); setInterval(() => {}, 1_000); console.log("on")',
  ])
  await new Promise((resolve) => child.stdout.once('data', resolve))
  await expect(endChild(child, 'SIGINT', 50)).rejects.toThrow(
    /setInterval.* has not ended within 0.05 s\./,
  )
  expect(child.signalCode).toBe('SIGKILL')
})
