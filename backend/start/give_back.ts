import { getHeapSpaceStatistics } from 'node:v8'

/** How often is looked whether there is something to give back. */
const lookMs = 15_000
/** Collecting everything stops the process for about a tenth of a second: not more often than this. */
const restMs = 600_000
/** A process is idle when it works for less than this share of the time. */
const idleShare = 0.05
/** Young objects have this much room without being asked for it, in bytes. */
const enough = 16 * 2 ** 20

/**
 * Gives memory back that a start or a burst of work took and nothing uses any more. V8 lets the room of young objects grow
 * (to three times 16 MiB) and makes it smaller only when everything is collected, which an idle process never comes to.
 * `wait` says in milliseconds how long after a look the next one comes. Gives a function that ends it.
 */
export function giveBackWhenIdle(wait = { lookMs, restMs }): () => void {
  const { eventLoopUtilization } = performance
  let before = eventLoopUtilization()
  let timer = setTimeout(look, wait.lookMs)
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
      // A Node that lets nobody inspect it (`--permission`, or built without) will not do so later either.
      return
    }
    if (!ended) timer = setTimeout(look, gives ? wait.restMs : wait.lookMs).unref()
  }

  return () => {
    ended = true
    clearTimeout(timer)
  }
}

const youngRoom = () =>
  getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space')!.physical_space_size

/** The inspector's command does what V8 does when the machine runs out of memory, without a flag of Node's. */
async function collectEverything(): Promise<void> {
  const { Session } = await import('node:inspector/promises')
  const session = new Session()
  session.connect()
  await session.post('HeapProfiler.collectGarbage').finally(() => session.disconnect())
}
