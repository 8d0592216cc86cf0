import {
  maxReportEntries,
  type AgentEnd,
  type Outcome,
  type Report,
  type ReportAnswer,
  type Traits,
} from '@crossdock/sync-engine/protocol'
import type { EndApi } from './api.js'
import { reported } from './marks.js'
import type { Records } from './records.js'

const mostOutcomes = 1_000

/** Reports the folder to the server. A report is complete once the server has acknowledged it. */
export class Reporter {
  /** Whether the next report must contain all entries. */
  #mustBeWhole = false
  #last: Promise<unknown> = Promise.resolve()
  #isReporting = false
  /**
   * Whether the server refused the last report. The state that the server reports decides about the next report.
   */
  #isRefused = false
  #reportedAt = -Infinity

  constructor(
    private readonly records: Records,
    private readonly api: EndApi,
    private readonly usual: Traits
  ) {}

  /**
   * Handles the state that the server reports.
   * @param askedAt time of the request; the state is ignored if a report was sent later
   */
  updateFrom(held: AgentEnd['held'], askedAt: number): void {
    const { records } = this
    if (this.#isReporting || this.#reportedAt >= askedAt) return
    const isRefused = this.#isRefused
    this.#isRefused = false
    if (records.attempted === 0) {
      this.#mustBeWhole = true
      return
    }
    const isOurs = held?.stateId === records.stateId
    if (isOurs && held.generation === records.generation) {
      if (isRefused) this.#mustBeWhole = true
      return
    }
    if (isOurs && held.generation === records.attempted) {
      // The answer was lost. Repeating the report changes nothing.
      records.caughtUp(held.generation)
      return
    }
    // The first report did not arrive.
    if (!held && records.generation === 0) {
      this.#mustBeWhole = true
      return
    }
    // The agent or the server was restored to an earlier state, so missing entries were not deleted.
    records.renew()
    this.#mustBeWhole = true
  }

  /** Requires a whole report, because another folder is at the path of the root. */
  requireWhole(): void {
    this.#mustBeWhole = true
  }

  get hasNews(): boolean {
    const { records } = this
    return this.#mustBeWhole || records.lastSeq > records.ackedSeq || records.outcomes(1).length > 0
  }

  /**
   * Sends the pending changes, one report at a time.
   * @returns the answer; undefined when there was nothing to report
   */
  async report(): Promise<ReportAnswer | undefined> {
    const before = this.#last
    const turn = Promise.withResolvers<void>()
    this.#last = turn.promise
    await before
    this.#isReporting = true
    try {
      return await this.#report()
    } finally {
      this.#isReporting = false
      this.#reportedAt = performance.now()
      turn.resolve()
    }
  }

  async #report(): Promise<ReportAnswer | undefined> {
    if (this.#isRefused || !this.hasNews) return undefined
    const { records, api } = this
    const isWhole = this.#mustBeWhole
    const seq = records.lastSeq
    const generation = records.generation + 1
    const outcomes = records.outcomes(mostOutcomes)
    const base = {
      stateId: records.stateId,
      generation,
      isWhole,
      isRootThere: records.isRootThere,
      traits: records.traits ?? this.usual,
    }
    const removed = isWhole ? [] : records.removedUpTo(seq)
    records.attempt(generation)
    let answer: ReportAnswer | undefined
    let part = 0
    for (const piece of partsOf(records, { isWhole, seq, removed, outcomes })) {
      answer = await api.report({ ...base, ...piece, part: part++ })
      if (answer.state !== 'held') break
    }
    if (answer?.state === 'held') {
      const ids = outcomes.map(({ workId }) => workId)
      records.acknowledge(generation, seq, ids)
      this.#mustBeWhole = false
    } else if (answer?.state === 'again') this.#isRefused = true
    return answer
  }
}

type Part = Pick<Report, 'changed' | 'removed' | 'outcomes' | 'isLast'>

/** Returns a report in parts of limited size. The outcomes are in the last part, after the entries they name. */
function* partsOf(
  records: Records,
  given: { isWhole: boolean; seq: number; removed: string[]; outcomes: Outcome[] }
): Generator<Part> {
  const { isWhole, seq, removed, outcomes } = given
  let lastId = ''
  let lastSeq = records.ackedSeq
  let gone = 0
  for (;;) {
    const rows = isWhole
      ? records.entriesAfter(lastId, maxReportEntries)
      : records.changedSince(lastSeq, maxReportEntries).filter((row) => row.seq <= seq)
    lastId = rows.at(-1)?.id ?? lastId
    lastSeq = rows.at(-1)?.seq ?? lastSeq
    const left = maxReportEntries - rows.length
    const drop = removed.slice(gone, gone + left)
    gone += drop.length
    const isLast = rows.length < maxReportEntries && gone === removed.length
    // A file that was not read yet is reported as busy.
    const changed = rows.map((row) =>
      reported(row.due !== null && row.trouble === null ? { ...row, trouble: 'busy' } : row)
    )
    yield { changed, removed: drop, outcomes: isLast ? outcomes : [], isLast }
    if (isLast) return
  }
}
