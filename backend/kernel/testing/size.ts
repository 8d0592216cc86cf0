/** Whether this is a run of `npm run prove`, which tests everything at full size. */
export const isProving = process.env.PROVE === '1'

/** How much a test does: `quick` in `npm test`, `full` in `npm run prove`. */
export const size = <T>({ quick, full }: { quick: T; full: T }): T => (isProving ? full : quick)
