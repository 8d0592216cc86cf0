import type { Expected, Trouble, Traits } from './types.js'

export type { Traits } from './types.js'

/*
 * What an agent and the server say to each other about sync. Types and constants alone, because the agent's program
 * imports this file. All calls are plain HTTP under `/api/sync-contracts/agent`, with the session of the agent; the
 * WebSocket only carries the hint `{ type: 'sync', contractId }`, which means: ask again now.
 *
 * The server plans. An agent reports how its folder is (`report`), fetches what it shall do (`work`), does it, and
 * reports the outcome. The agent's ids are its own; the server never names an entry of the agent by path alone.
 */

/** One end of a contract that lies on the asking agent. `GET /agent` answers `{ ends: AgentEnd[] }`. */
export interface AgentEnd {
  contractId: string
  side: 'source' | 'target'
  name: string
  /** A folder of the machine; it must lie in the agent's own allow-list. */
  path: string
  /** False: nothing is scanned, nothing is done. */
  isActive: boolean
  /** False for a source of a one-way contract: the agent is never asked to change anything there. */
  mayWrite: boolean
  fileTypes: string[]
  excludePatterns: string[]
  folders: string[]
  maxFileBytes: number | null
  /** Bandwidth by the time of day on the machine; the first that fits counts. Absent or empty: no bound. */
  bandwidth?: { from: string; to: string; kbps: number }[]
  /** Changes with every change of the contract. */
  revision: number
  /**
   * The report the server holds, or null: send a whole one. An agent whose state does not know this generation sends
   * a whole report under a new `stateId`.
   */
  held: { stateId: string; generation: number } | null
  /** False: there is no work for this end now. Left out: the agent asks. */
  hasWork?: boolean
  /** How often the agent looks at everything without a hint, in seconds. */
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
 * `POST /agent/{contractId}/{side}/report`: what changed since the last report. One report is one transaction. A large
 * first report comes in parts of at most `maxReportEntries`; only the last has `isLast`, and nothing counts before it.
 */
export interface Report {
  /** Random, made with the agent's table of this end. Another one: the agent lost its memory, nothing counts as deleted. */
  stateId: string
  /** Grows by one with each report that ended. */
  generation: number
  /**
   * 0 for the first part of a report, then 1, 2, … A first part drops what came of an earlier try of the report, and a part
   * that does not follow the one before it is answered `again`: an incomplete report would look like deletions.
   */
  part: number
  /** Everything (what is not named is gone) or only changes. */
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
  /** `again`: the server does not hold `generation - 1`; send a whole report. */
  state: 'held' | 'again' | 'inactive'
  hasWork: boolean
}

/** What an agent shall do. `GET /agent/{contractId}/{side}/work` answers `{ work: Work[] }`, at most `maxWork`, oldest first. */
export type Work =
  | { id: string; type: 'makeFolder'; parentId: string | null; name: string }
  | { id: string; type: 'move'; expected: Expected; parentId: string | null; name: string }
  /** Bytes of `hash` under the name; `expected` null: nothing may have this name. */
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
 * How work ended. A parent that was made by work of the same batch is named in `parentId` as `work:<id of that work>`.
 * `stale`: the entry is not as expected; the next report says how it is. `failed`: try again later.
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

/** A chunk: SHA-256 in hexadecimal, and bytes. */
export interface ChunkRef {
  hash: string
  size: number
}

/*
 * Bytes.
 *
 * `POST /agent/{contractId}/{side}/missing` { contents: { hash, size, chunks: ChunkRef[], base: string | null }[] }
 *   answers { missing: string[] }: the chunks that no content known to this contract has. A content that broke off
 *   goes on this way: chunks that arrived are kept for a day.
 * `POST /agent/{contractId}/{side}/contents` takes frames of chunks and manifests, in any number of requests. A manifest
 *   ends a content: all its chunks came before it, or are known. Answers { contents: { hash, state: 'kept' | 'incomplete' }[] }.
 * `POST /agent/{contractId}/{side}/chunks` { contents: string[] } answers { contents: { hash, chunks: ChunkRef[] }[] }.
 * `POST /agent/{contractId}/{side}/read` { contents: { hash, chunks: string[] | null }[] } answers frames of these chunks
 *   (null: all), in order. Many small files go in one request.
 * `POST /agent/{contractId}/{side}/progress` { progress: Progress[] } for what lasts longer than a second.
 *
 * A frame: u32 length of the header (big endian), u32 length of the bytes, header as JSON, bytes.
 *   Header of a chunk: { chunk: hash }. Header of a manifest: { content: hash, chunks: ChunkRef[] }, without bytes.
 *   Each is checked against its hash before it counts. A whole body may be compressed (`Content-Encoding: zstd`).
 */
export const framesType = 'application/vnd.crossdock.frames'

/** One request carries at most so many bytes of frames, and one frame header so many. */
export const maxFramesBytes = 8 * 1024 * 1024 + 64 * 1024
export const batchBytes = 8 * 1024 * 1024
/** The manifest of a file of 80 GiB. */
export const maxFrameHeaderBytes = 8 * 1024 * 1024
export const maxReportEntries = 5_000
export const maxWork = 1_000
/** Contents in one request. */
export const maxContents = 1_000

/** Without a hint an agent asks so often whether its ends changed or have work. */
export const pollSeconds = 30
