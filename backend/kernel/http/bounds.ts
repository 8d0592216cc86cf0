/** Limits on time and connections for one client. */
export interface Bounds {
  /** Time limit for a complete JSON body. */
  bodyMs: number
  /** Minimum bytes per second of uploads and downloads, averaged over their windows. */
  leastRate: number
  uploadWindowMs: number
  /** The windows are long, because socket buffers drain in bursts. */
  readerWindowMs: number
  /** After the answer, the rest of a body is read for this long so that the sender sees the answer. */
  lingerMs: number
  /** The same time for anonymous callers. */
  strangerLingerMs: number
  /** Open connections per client (a whole office behind one address); behind a proxy, its concurrent requests. */
  perClient: number
  /** Open connections in total. */
  connections: number
  /** Open feeds and channels per session or token, per person, per tenant, and in total. */
  streamsPerCaller: number
  streamsPerPerson: number
  streamsPerTenant: number
  streams: number
  /** Bytes that may be queued for one reader of a feed or channel; a slower reader is disconnected. */
  streamBytes: number
  /** Heartbeat interval; a channel that does not answer before the next one is dropped. */
  beatMs: number
  /** Permissions of an open stream are rechecked at least this often. */
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
