import { getHeapSpaceStatistics } from 'node:v8'

/** Interval between checks. */
const checkMs = 15_000
/** A full collection stops the process for about 0.1 s, so it runs at most this often. */
const restMs = 600_000
/** A process is idle when it works for less than this share of the time. */
const idleShare = 0.05
/** Acceptable size of the young generation, in bytes. */
const enough = 16 * 2 ** 20

/**
 * Returns unused memory to the system after a start or a burst of work. V8 grows the young generation (to three
 * times 16 MiB) and shrinks it only in a full collection, which an idle process never reaches. `wait` sets the
 * delays between checks in milliseconds. Returns a function that ends it.
 */
export function giveBackWhenIdle(wait = { checkMs, restMs }): () => void {
  const { eventLoopUtilization } = performance
  let before = eventLoopUtilization()
  let timer = setTimeout(look, wait.checkMs)
  timer.unref()
  let ended = false

  async function look(): Promise<void> {
    const now = eventLoopUtilization()
    const { utilization } = eventLoopUtilization(now, before)
    before = now
    const gives = utilization < idleShare && youngRoom() > enough
    try {
      if (gives) await collectEverything()
    } catch {
      // A Node without an inspector (`--permission`, or built without) will not have one later either.
      return
    }
    if (!ended) timer = setTimeout(look, gives ? wait.restMs : wait.checkMs).unref()
  }

  return () => {
    ended = true
    clearTimeout(timer)
  }
}

const youngRoom = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size

/** The inspector's command triggers V8's low-memory collection, without a Node flag. */
async function collectEverything(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect())
}
