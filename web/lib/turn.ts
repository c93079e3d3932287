/** Resolves in a task of its own, so the browser can draw and answer presses before it. */
export function turn(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(null)
  })
}

/** The same import, whose module runs in one task and what follows in the next. */
export function inTurn<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const module = await load()
    await turn()
    return module
  }
}
