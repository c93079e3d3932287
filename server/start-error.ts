/** Why the server cannot start, as a sentence for the operator, who is shown nothing else. */
export class StartError extends Error {
  override readonly name: string = 'StartError'
}
