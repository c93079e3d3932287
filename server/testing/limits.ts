/**
 * How long tests wait, in milliseconds. The limits are for what hangs: a test that passes never reaches
 * them, however slow or busy the machine is. Don't measure a machine with a shorter one.
 */

/** For the work of a server, such as a job. */
export const WAIT_MS = 300_000
/** For what a page shows. */
export const SEE_MS = 60_000
/** For a test, or a hook. */
export const TEST_MS = 900_000
/** For the end of what a test has started. */
export const END_MS = 120_000
/** For a run in which no test begins or ends: longer than any of them may take. */
export const STALL_MS = TEST_MS + 60_000
