/** The part of autocannon that `load.ts` uses; the package has no types. */
declare module 'autocannon' {
  export interface Request {
    method?: string
    path: string
    headers?: Record<string, string>
    body?: string
  }
  export interface Client {
    setRequests(requests: Request[]): void
  }
  export interface Options {
    url: string
    connections: number
    /** Seconds. */
    duration: number
    /** Stops after this many answers instead of `duration`; at least one per connection. */
    amount?: number
    /** Milliseconds between two samples. */
    sampleInt: number
    setupClient(client: Client): void
  }
  export interface Result {
    errors: number
    statusCodeStats: Record<string, { count: number }>
  }
  function autocannon(options: Options): Promise<Result>

  export { autocannon as default }
}
