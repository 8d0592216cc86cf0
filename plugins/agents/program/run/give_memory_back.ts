import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const soonMs = 30_000

let collect: (() => void) | undefined

/**
 * Frees what a transfer has used. An agent is idle for hours behind it, and Node collects nothing while nothing
 * happens.
 */
export function giveMemoryBack(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  // What the last transfer holds is let go of only by now.
  setTimeout(collect, soonMs).unref()
}
