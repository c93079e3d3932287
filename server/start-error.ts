/** Why the server can't start. The message is a sentence, and all that the operator is shown. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
