import type { Trace, TraceObject } from '@crossdock/client'

export const tracePath = (type: string, id: string): string =>
  `/trace/${type}/${encodeURIComponent(id)}`

/** A line of the waterfall: an object, or the wait before the next attempt of a call. */
export interface Line {
  key: string
  /** Its index in the trace; undefined for a wait. */
  at: number | undefined
  object: TraceObject | undefined
  depth: number
  startMs: number
  endMs: number
  isFailed: boolean
  isDone: boolean
}

const startOf = ({ startedAt }: TraceObject) => Date.parse(startedAt)
const endOf = (one: TraceObject) => startOf(one) + (one.durationMs ?? 0)

const failed = new Set(['failed', 'error', 'timeout', 'parked', 'refused_signature'])
export const isFailed = ({ status }: TraceObject) => failed.has(status ?? '')

/** All objects in order, with a line for each wait between two attempts. */
export function linesOf({ objects }: Trace): Line[] {
  const lines: Line[] = []
  const lastCall = new Map<number, TraceObject>()
  for (const [at, object] of objects.entries()) {
    const { type, cause, depth } = object
    const before = type === 'call' && cause !== null ? lastCall.get(cause) : undefined
    if (before && startOf(object) > endOf(before)) {
      lines.push({
        key: `wait-${at}`,
        at: undefined,
        object: undefined,
        depth,
        startMs: endOf(before),
        endMs: startOf(object),
        isFailed: false,
        isDone: false,
      })
    }
    if (type === 'call' && cause !== null) lastCall.set(cause, object)
    lines.push({
      key: String(at),
      at,
      object,
      depth,
      startMs: startOf(object),
      endMs: endOf(object),
      isFailed: isFailed(object),
      isDone: type === 'call' && object.status === 'success',
    })
  }
  return lines
}

/** The path from the first cause through the chosen object to its last call, without steps, which belong to runs. */
export function chainOf({ objects }: Trace, chosen: number): number[] {
  const upwards = (from: number): number[] => {
    const path: number[] = []
    for (let at: number | null = from; at !== null && !path.includes(at);) {
      path.unshift(at)
      at = objects[at]!.cause
    }
    return path
  }
  const below = objects.flatMap((_, at) => (upwards(at).includes(chosen) ? at : []))
  const lastOf = (type: string) => below.findLast((at) => objects[at]!.type === type)
  const end = lastOf('call') ?? lastOf('execution') ?? chosen
  return upwards(end).filter((at) => objects[at]!.type !== 'step' || at === chosen)
}
