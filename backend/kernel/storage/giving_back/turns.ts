import { clock } from '../../ground/clock.js'
import { condemnChunks, giveUpChunks, settledEpoch } from '../collection.js'
import { contentStore } from '../service.js'
import { condemnUnnamed } from './chunks.js'
import { collectContents } from './contents.js'
import { canAskAll } from './namers.js'

/** How far giving back has come with a tenant; at the beginning nothing. */
export interface Progress {
  step?: keyof typeof steps
  /** What was looked at last. */
  after?: string
  /** The last epoch that was begun, and when (`Date.now()`). */
  epoch?: number
  began?: number
  /** How often was waited for it. */
  waits?: number
}

/** What comes next, and how long it is waited for. */
interface Turn {
  next: Progress
  waitMs?: number
}

/** Leases last ten minutes; who writes for longer renews theirs. */
const settleMs = 3 * 60_000
const mostWaits = 40

const chunksGivenUp = 20_000
const packsDeleted = 50

/** The steps in their order. Each ends with what comes next; with nothing at the end. */
const steps = {
  /** Contents that nobody names. */
  async contents(tenantId: string, { after = '' }: Progress): Promise<Turn> {
    if (!(await canAskAll())) return { next: { step: 'chunks' } }
    const reached = await collectContents(tenantId, after)
    return { next: reached === null ? { step: 'chunks' } : { step: 'contents', after: reached } }
  },

  /** Condemns what no content names, and begins the epoch that all of the rest goes by. */
  async chunks(tenantId: string, { after = '' }: Progress): Promise<Turn> {
    const reached = await condemnUnnamed(tenantId, after)
    if (reached !== null) return { next: { step: 'chunks', after: reached } }
    // Taken before: packs that were closed then were closed when it began.
    const began = clock.now()
    return { next: { step: 'settle', began, epoch: await condemnChunks(tenantId, []) } }
  },

  /** Waits for writers that began before the epoch; not for ever: the next night comes. */
  async settle(tenantId: string, { epoch = 0, began = 0, waits = 0 }: Progress): Promise<Turn> {
    if ((await settledEpoch(tenantId)) >= epoch) return { next: { step: 'chunkRows', began } }
    if (waits >= mostWaits) return { next: { step: 'leftPacks' } }
    return { next: { step: 'settle', epoch, began, waits: waits + 1 }, waitMs: settleMs }
  },

  /** Rows of chunks that nobody names. */
  async chunkRows(tenantId: string, { began = 0 }: Progress): Promise<Turn> {
    const more = await giveUpChunks(tenantId, chunksGivenUp)
    return { next: { step: more ? 'chunkRows' : 'packs', began } }
  },

  /** Packs with much dead room, one after the other. */
  async packs(
    tenantId: string,
    { began = 0, after = '' }: Progress,
    signal: AbortSignal
  ): Promise<Turn> {
    const { compaction } = contentStore.use()
    const reached = await compaction.leaveNext(tenantId, { after, began, signal })
    if (reached === null) return { next: { step: 'leftPacks' } }
    return { next: { step: 'packs', began, after: reached } }
  },

  async leftPacks(tenantId: string): Promise<Turn | null> {
    const more = await contentStore.use().compaction.deleteLeft(tenantId, packsDeleted)
    return more ? { next: { step: 'leftPacks' } } : null
  },
}

/** Does a little of a tenant's work. @returns what comes next, or null at the end */
export function takeTurn(
  tenantId: string,
  progress: Progress,
  signal: AbortSignal
): Promise<Turn | null> {
  const { step = 'contents' } = progress
  return steps[step](tenantId, progress, signal)
}
