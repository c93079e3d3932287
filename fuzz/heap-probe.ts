/** Loaded into the fuzzed server: answers each message with the bytes in use after garbage collection. */
process.on('message', () => {
  globalThis.gc?.()
  process.send?.(process.memoryUsage().heapUsed + process.memoryUsage().external)
})
// The open channel must not keep the server from ending.
process.channel?.unref()
