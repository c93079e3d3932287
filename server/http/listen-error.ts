import { StartError } from '#server/start-error.ts'

const NO_ADDRESS = 'HOST must be an address of this machine: 127.0.0.1, or 0.0.0.0 for all of them.'

/** Says why the server can't listen and what to do; returns other errors as they are. */
export function listenError(
  error: unknown,
  { host, port }: { host: string; port: number },
): unknown {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  const sentence = {
    EADDRINUSE: `Port ${port} is already in use on ${host}. Stop the program that uses it, or set PORT to another port.`,
    EACCES: `This user may not listen on port ${port}. Set PORT to 1024 or above, and put a proxy in front (deploy/README.md).`,
    EADDRNOTAVAIL: `${host} is not an address of this machine. ${NO_ADDRESS}`,
    EAFNOSUPPORT: `This machine has no addresses like ${host}. ${NO_ADDRESS}`,
    ENOTFOUND: `The name ${host} has no address. ${NO_ADDRESS}`,
    EAI_AGAIN: `The name ${host} could not be looked up. ${NO_ADDRESS}`,
  }[code]
  return sentence ? new StartError(sentence, { cause: error }) : error
}
