import { clock } from '../../ground/clock.js'
import { condemnChunks, deleteCondemned, settledEpoch } from './collection.js'
import { contentStore } from '../service.js'
import { condemnUnnamed } from './chunks.js'
import { collectContents } from './contents.js'
import { allReferencingPluginsLoaded } from './namers.js'

/** Progress of garbage collection for a tenant; empty at the start. */
export interface Progress {
  step?: keyof typeof steps
  /** The last item processed. */
  after?: string
  /** The last epoch, and the time when it began (`Date.now()`). */
  epoch?: number
  began?: number
  /** How many times the job has waited for that epoch to settle. */
  waits?: number
}

/** The next progress, and how long to wait before it. */
interface Turn {
  next: Progress
  waitMs?: number
}

/** Pause between two checks. A lease lasts ten minutes, and a longer write renews it. */
const settleMs = 3 * 60_000
const maxWaits = 40

const chunksPerTurn = 20_000
const packsPerTurn = 50

/** The steps in order. Each returns the next step, or null at the end. */
const steps = {
  /** Deletes contents that nothing references. */
  async contents(tenantId: string, { after = '' }: Progress): Promise<Turn> {
    if (!(await allReferencingPluginsLoaded())) return { next: { step: 'chunks' } }
    const reached = await collectContents(tenantId, after)
    return { next: reached === null ? { step: 'chunks' } : { step: 'contents', after: reached } }
  },

  /** Condemns chunks that no content references, and begins the epoch for the remaining steps. */
  async chunks(tenantId: string, { after = '' }: Progress): Promise<Turn> {
    const reached = await condemnUnnamed(tenantId, after)
    if (reached !== null) return { next: { step: 'chunks', after: reached } }
    // Read the clock first: packs closed by this time were closed when the epoch began.
    const began = clock.now()
    return { next: { step: 'settle', began, epoch: await condemnChunks(tenantId, []) } }
  },

  /** Waits for writers that began before the epoch. The wait is limited; the next night continues. */
  async settle(tenantId: string, { epoch = 0, began = 0, waits = 0 }: Progress): Promise<Turn> {
    if ((await settledEpoch(tenantId)) >= epoch) return { next: { step: 'chunkRows', began } }
    if (waits >= maxWaits) return { next: { step: 'leftPacks' } }
    return { next: { step: 'settle', epoch, began, waits: waits + 1 }, waitMs: settleMs }
  },

  /** Deletes the rows of condemned chunks. */
  async chunkRows(tenantId: string, { began = 0 }: Progress): Promise<Turn> {
    const more = await deleteCondemned(tenantId, chunksPerTurn)
    return { next: { step: more ? 'chunkRows' : 'packs', began } }
  },

  /** Compacts packs with much dead space, one after the other. */
  async packs(
    tenantId: string,
    { began = 0, after = '' }: Progress,
    signal: AbortSignal
  ): Promise<Turn> {
    const { compaction } = contentStore.use()
    const reached = await compaction.compactNext(tenantId, { after, began, signal })
    if (reached === null) return { next: { step: 'leftPacks' } }
    return { next: { step: 'packs', began, after: reached } }
  },

  async leftPacks(tenantId: string): Promise<Turn | null> {
    const more = await contentStore.use().compaction.deleteEmpty(tenantId, packsPerTurn)
    return more ? { next: { step: 'leftPacks' } } : null
  },
}

/**
 * Does one step of a tenant's work.
 * @returns the next step, or null at the end
 */
export function doNextStep(
  tenantId: string,
  progress: Progress,
  signal: AbortSignal
): Promise<Turn | null> {
  const { step = 'contents' } = progress
  return steps[step](tenantId, progress, signal)
}
