/** The part of autocannon that `load.ts` uses; the package has no types of its own. */
declare module 'autocannon' {
  interface Request {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string
  }
  interface Client {
    setRequests(requests: Request[]): void
  }
  interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    setupClient(client: Client): void
  }
  interface Result {
    /** Seconds. */
    duration: number
    errors: number
    requests: { total: number }
    statusCodeStats: Record<string, { count: number }>
  }
  function autocannon(options: Options): Promise<Result>
  export = autocannon
}
