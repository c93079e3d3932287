/** Loaded into the fuzzed server: answers each message with the bytes in use after a collection. */
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed + process.memoryUsage().external)
})
// The server ends when it has nothing left to do, whether or not somebody could still ask.
process.channel?.unref()
