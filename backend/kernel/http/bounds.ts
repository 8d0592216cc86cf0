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
}
