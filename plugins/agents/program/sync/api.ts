import { createZstdDecompress } from 'node:zlib'
import type { ChunkRef } from '@crossdock/kernel/chunks'
import {
  framesType,
  maxFramesBytes,
  protocolHeader,
  syncProtocol,
  type AgentEnd,
  type Progress,
  type Report,
  type ReportAnswer,
  type Work,
} from '@crossdock/sync-engine/protocol'
import type { Sessions } from '../identity/session.js'
import { chunksIn, type Body, type Chunk } from './frames.js'

const base = '/api/sync-contracts/agent'
const spoken = { [protocolHeader]: String(syncProtocol) }

/**
 * Returns the ends of sync contracts on this agent.
 * @throws HttpProblem, Unreachable
 */
export async function endsOf(sessions: Sessions, signal: AbortSignal): Promise<AgentEnd[]> {
  return (await sessions.json<{ ends: AgentEnd[] }>('GET', base, { signal, headers: spoken })).ends
}

/** Makes the requests about one end. Each request throws HttpProblem and Unreachable. */
export class EndApi {
  readonly #path: string

  constructor(
    private readonly sessions: Sessions,
    { contractId, side }: Pick<AgentEnd, 'contractId' | 'side'>,
    private readonly signal: AbortSignal
  ) {
    this.#path = `${base}/${encodeURIComponent(contractId)}/${side}`
  }

  #post<T>(what: string, json: object): Promise<T> {
    const { signal } = this
    const ask = { json, signal, headers: spoken }
    return this.sessions.json<T>('POST', `${this.#path}/${what}`, ask)
  }

  report(report: Report): Promise<ReportAnswer> {
    return this.#post('report', report)
  }

  async work(): Promise<Work[]> {
    const ask = { signal: this.signal, headers: spoken }
    return (await this.sessions.json<{ work: Work[] }>('GET', `${this.#path}/work`, ask)).work
  }

  async missing(
    contents: { hash: string; size: number; chunks: ChunkRef[]; base: string | null }[]
  ): Promise<Set<string>> {
    return new Set((await this.#post<{ missing: string[] }>('missing', { contents })).missing)
  }

  /**
   * Sends contents.
   * @returns the contents that the server has now
   */
  async send({ bytes, encoding }: Body): Promise<Set<string>> {
    type Answer = { contents: { hash: string; state: 'kept' | 'incomplete' }[] }
    const { contents } = await this.sessions.json<Answer>('POST', `${this.#path}/contents`, {
      signal: this.signal,
      headers: {
        ...spoken,
        'content-type': framesType,
        'content-length': String(bytes.length),
        ...(encoding && { 'content-encoding': encoding }),
      },
      body: bytes,
    })
    return new Set(contents.filter(({ state }) => state === 'kept').map(({ hash }) => hash))
  }

  async chunks(hashes: string[]): Promise<Map<string, ChunkRef[]>> {
    type Answer = { contents: { hash: string; chunks: ChunkRef[] }[] }
    const { contents } = await this.#post<Answer>('chunks', { contents: hashes })
    return new Map(contents.map(({ hash, chunks }) => [hash, chunks]))
  }

  /** Yields the chunks of contents, in order. */
  async *read(contents: { hash: string; chunks: string[] | null }[]): AsyncGenerator<Chunk> {
    const { http } = this.sessions
    const answer = await this.sessions.call((headers) =>
      http.send('POST', `${this.#path}/read`, {
        signal: this.signal,
        json: { contents },
        headers: { ...headers, ...spoken, accept: framesType, 'accept-encoding': 'zstd' },
      })
    )
    const bytes = http.bytes(answer)
    if (answer.headers['content-encoding'] !== 'zstd') return yield* chunksIn(bytes)
    const unpacked = createZstdDecompress()
    const poured = pour(bytes, unpacked)
    try {
      yield* chunksIn(unpacked as AsyncIterable<Buffer>)
    } finally {
      unpacked.destroy()
      await poured
    }
  }

  async progress(progress: Progress[]): Promise<void> {
    await this.#post('progress', { progress })
  }
}

/** Maximum bytes of chunks per request. */
export const readAtOnce = maxFramesBytes - 64 * 1024

async function pour(
  source: AsyncIterable<Buffer>,
  target: ReturnType<typeof createZstdDecompress>
): Promise<void> {
  try {
    for await (const piece of source) {
      if (target.destroyed) return
      if (!target.write(piece)) {
        await new Promise<void>((goOn) => {
          target.once('drain', goOn)
          target.once('close', goOn)
        })
      }
    }
    target.end()
  } catch (error) {
    target.destroy(error as Error)
  }
}
