import type pg from 'pg'

/**
 * So many turns of our own clock without an answer mean that nobody is there: a database that is stopped, or a network
 * that swallows everything. Counted in turns, so that a process that stood still itself does not take that for silence;
 * three seconds in all, because a busy machine makes a database slow, not silent.
 */
const turns = 12
const turnMs = 250

/** Whether an answer came before so long a silence. @throws what the answer throws in time */
export async function answersInTime(answer: Promise<unknown>): Promise<boolean> {
  let left = turns
  let timer: NodeJS.Timeout | undefined
  const silence = new Promise<false>((resolve) => {
    timer = setInterval(() => (--left > 0 ? undefined : resolve(false)), turnMs).unref()
  })
  try {
    return await Promise.race([answer.then(() => true), silence])
  } finally {
    clearInterval(timer)
  }
}

/** Of a connection of the driver, its socket. */
interface Wired {
  connection: { stream: { destroy(): void } }
}

/** Ends a connection without a goodbye, which would wait for an answer as well. */
export function cut(client: pg.Client): void {
  ;(client as unknown as Wired).connection.stream.destroy()
}
