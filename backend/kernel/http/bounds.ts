/** How much of time and connections one client may take. */
export interface Bounds {
  /** A JSON body is complete within this time. */
  bodyMs: number
  /** Bytes a second that uploads bring and downloads take, averaged over their windows. */
  leastRate: number
  uploadWindowMs: number
  /** Long, because the machine's own buffers empty in leaps. */
  readerWindowMs: number
  /** What is left of a body after the answer is read for this long, so that the sender sees the answer. */
  lingerMs: number
  /** The same for somebody who is not known. */
  strangerLingerMs: number
  /** Open connections of one client, a whole office behind one address included; behind a proxy its requests at a time. */
  perClient: number
  /** Open connections of all. */
  connections: number
  /** Open feeds and channels of one session or token, of one person by all of theirs, of one tenant, and of all. */
  streamsPerCaller: number
  streamsPerPerson: number
  streamsPerTenant: number
  streams: number
  /** What may wait for one reader of a feed or channel, in bytes; whoever takes less is cut off. */
  streamBytes: number
  /** Each is sent a sign of life this often; a channel that does not answer by the next is dropped. */
  beatMs: number
  /** Whether each is still allowed is looked up at least this often. */
  recheckMs: number
}

export const defaultBounds: Bounds = {
  bodyMs: 30_000,
  leastRate: 1024,
  uploadWindowMs: 30_000,
  readerWindowMs: 120_000,
  lingerMs: 600_000,
  strangerLingerMs: 10_000,
  perClient: 512,
  connections: 4096,
  streamsPerCaller: 20,
  streamsPerPerson: 60,
  streamsPerTenant: 1000,
  streams: 3000,
  streamBytes: 256 * 1024,
  beatMs: 20_000,
  recheckMs: 30_000,
}
