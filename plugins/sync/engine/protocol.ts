import type { Expected, Trouble, Traits } from './types.js'

export type { Traits } from './types.js'

/*
 * The sync protocol between an agent and the server. This file contains only types and constants, because the
 * agent's program imports it. All calls are plain HTTP under `/api/sync-contracts/agent`, with the session of
 * the agent. The WebSocket only carries the signal `{ type: 'sync', contractId }`, after which the agent asks
 * again.
 * The server plans. An agent reports the state of its folder (`report`), fetches its work (`work`), does the
 * work, and reports the outcome. The agent assigns the ids of its entries; the server never identifies an entry
 * of the agent by its path alone.
 */

/**
 * Version of this protocol. A change that an agent or a server of another version would misunderstand increases
 * it. An agent sends it with each call, in this header.
 */
export const syncProtocol = 1
export const protocolHeader = 'x-crossdock-sync'

/** One contract end of the calling agent. `GET /agent` answers `{ ends: AgentEnd[] }`. */
export interface AgentEnd {
  contractId: string
  side: 'source' | 'target'
  name: string
  /** A folder of the machine; it must be in the agent's own allow-list. */
  path: string
  /** If false, the agent neither scans nor works. */
  isActive: boolean
  /** False for the source of a one-way contract, where the agent is never asked to change anything. */
  mayWrite: boolean
  fileTypes: string[]
  excludePatterns: string[]
  folders: string[]
  maxFileBytes: number | null
  /** Bandwidth by local time of day; the first matching rule applies. Absent or empty: no limit. */
  bandwidth?: { from: string; to: string; kbps: number }[]
  /** Changes with every change of the contract. */
  revision: number
  /**
   * The report that the server has received; null: the agent must send a whole report. An agent whose state does
   * not know this generation sends a whole report under a new `stateId`.
   */
  held: { stateId: string; generation: number } | null
  /** False if there is no work for this end now. If absent, the agent asks for work. */
  hasWork?: boolean
  /** Interval of full scans in seconds, if the server sends no signal. */
  fullScanSeconds: number
}

/** An entry as an agent reports it. */
export interface ReportedEntry {
  id: string
  parentId: string | null
  name: string
  kind: 'file' | 'folder'
  hash: string | null
  size: number
  modifiedAt: number
  version: string
  trouble?: Trouble
}

/**
 * `POST /agent/{contractId}/{side}/report`: the changes since the last report. One report is one transaction. A
 * large first report comes in parts of at most `maxReportEntries`. Only the last part has `isLast`, and nothing
 * takes effect before it.
 */
export interface Report {
  /**
   * A random id, created with the agent's table of this end. A new id means that the agent lost its memory, so
   * nothing counts as deleted.
   */
  stateId: string
  /** Increases by one with each completed report. */
  generation: number
  /**
   * 0 for the first part of a report, then 1, 2, … A first part discards an earlier attempt of the report. A
   * part out of order is answered with `again`, because an incomplete report would look like deletions.
   */
  part: number
  /**
   * Whether the report contains everything, so that omitted entries are deleted; otherwise it contains only
   * changes.
   */
  isWhole: boolean
  isLast: boolean
  isRootThere: boolean
  traits: Traits
  changed: ReportedEntry[]
  removed: string[]
  /** Outcomes of work since the last report. */
  outcomes: Outcome[]
}

export interface ReportAnswer {
  /** `again`: the server does not have `generation - 1`; send a whole report. */
  state: 'held' | 'again' | 'inactive'
  hasWork: boolean
}

/**
 * Work for an agent. `GET /agent/{contractId}/{side}/work` answers `{ work: Work[] }`, at most `maxWork`,
 * oldest first.
 */
export type Work =
  | { id: string; type: 'makeFolder'; parentId: string | null; name: string }
  | { id: string; type: 'move'; expected: Expected; parentId: string | null; name: string }
  /** Writes the bytes of `hash` under the name; `expected` null: the name must be free. */
  | {
      id: string
      type: 'write'
      expected: Expected | null
      parentId: string | null
      name: string
      hash: string
      size: number
      modifiedAt: number
    }
  | { id: string; type: 'remove'; expected: Expected; kind: 'file' | 'folder' }
  /** Sends the bytes of a file to the server. The version must still be the expected one. */
  | { id: string; type: 'send'; expected: Expected; size: number }

/**
 * The outcome of work. A parent created by work of the same batch is named in `parentId` as `work:<id of that
 * work>`. `stale`: the entry differs from the expected one; the next report shows its state. `failed`: try
 * again later.
 */
export type Outcome =
  | { workId: string; state: 'done'; entry: ReportedEntry | null }
  | { workId: string; state: 'stale' }
  | { workId: string; state: 'failed'; code: string; message: string; isForNow: boolean }

export interface Progress {
  workId: string
  done: number
  total: number
}

/** A chunk: SHA-256 in hexadecimal, and size in bytes. */
export interface ChunkRef {
  hash: string
  size: number
}

/*
 * Contents.
 *
 * `POST /agent/{contractId}/{side}/missing` { contents: { hash, size, chunks: ChunkRef[], base: string | null
 * }[] } answers { missing: string[] }: the chunks in no content that this contract knows. Interrupted transfers
 * continue this way: received chunks are kept for a day.
 *
 * `POST /agent/{contractId}/{side}/contents` takes frames of chunks and manifests, in any number of requests. A
 * manifest completes a content: all its chunks were sent before it, or are known. Answers { contents: { hash,
 * state: 'kept' | 'incomplete' }[] }.
 *
 * `POST /agent/{contractId}/{side}/chunks` { contents: string[] } answers { contents: { hash, chunks:
 * ChunkRef[] }[] }.
 *
 * `POST /agent/{contractId}/{side}/read` { contents: { hash, chunks: string[] | null }[] } answers frames of
 * these chunks (null: all), in order. Many small files are sent in one request.
 *
 * `POST /agent/{contractId}/{side}/progress` { progress: Progress[] } for work that takes longer than a second.
 *
 * A frame: u32 length of the header (big endian), u32 length of the bytes, header as JSON, bytes. Header of a
 * chunk: { chunk: hash }. Header of a manifest: { content: hash, chunks: ChunkRef[] }, without bytes. Each is
 * verified by its hash. A whole body may be compressed (`Content-Encoding: zstd`).
 */
export const framesType = 'application/vnd.crossdock.frames'

/** Maximum bytes of frames per request, and of one frame header. */
export const maxFramesBytes = 8 * 1024 * 1024 + 64 * 1024
export const batchBytes = 8 * 1024 * 1024
/** Enough for the manifest of a file of 80 GiB. */
export const maxFrameHeaderBytes = 8 * 1024 * 1024
export const maxReportEntries = 5_000
export const maxWork = 1_000
/** Maximum number of contents per request. */
export const maxContents = 1_000

/** Interval at which an agent checks its ends for changes and work, if the server sends no signal. */
export const pollSeconds = 30
