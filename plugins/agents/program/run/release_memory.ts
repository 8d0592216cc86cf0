import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

const soonMs = 30_000

let collect: (() => void) | undefined

/**
 * Frees the memory of a transfer. An agent may be idle for hours afterwards, and Node does not collect garbage
 * while idle.
 */
export function releaseMemory(): void {
  if (!collect) {
    setFlagsFromString('--expose-gc')
    collect = runInNewContext('gc') as () => void
  }
  collect()
  // The references of the last transfer disappear only later.
  setTimeout(collect, soonMs).unref()
}
