import type pg from 'pg'

/**
 * After this many timer ticks without an answer, the database counts as silent: it is stopped, or the network
 * drops all packets. Ticks are counted instead of time, so that a pause of this process does not count. They
 * take three seconds, because a database on a busy machine is slow, not silent.
 */
const ticks = 12
const tickMs = 250

/**
 * Whether an answer came in time.
 * @throws the error of the answer, if it came in time
 */
export async function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  let left = ticks
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<false>((resolve) => {
    timer = setInterval(() => (--left > 0 ? undefined : resolve(false)), tickMs).unref()
  })
  try {
    return await Promise.race([answer.then(() => true), silence])
  } finally {
    clearInterval(timer)
  }
}

/** The part of a driver connection that contains its socket. */
interface Wired {
  connection: { stream: { destroy(): void } }
}

/** Destroys a connection. An orderly close would wait for an answer. */
export function cut(client: pg.Client): void {
  ;(client as unknown as Wired).connection.stream.destroy()
}
