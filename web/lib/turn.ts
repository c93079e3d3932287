/** Resolves in a new task, so that the browser can paint and handle input first. */
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

/** Wraps an import so that its module runs in one task and the code after it in the next. */
export function inTurn<Module>(load: () => Promise<Module>): () => Promise<Module> {
  return async () => {
    const module = await load()
    await turn()
    return module
  }
}
