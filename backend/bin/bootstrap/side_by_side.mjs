import { availableParallelism, freemem } from 'node:os'

/** The memory limit of a test program with its servers and its browser, in bytes. */
const memoryOfOne = 1.5 * 2 ** 30

/**
 * How many test programs run in parallel. They wait part of the time (for a disk, an expiring lease), and start
 * servers and browsers: twice the number of cores keeps the cores busy, if memory allows. More programs would
 * only wait for each other.
 */
export function runners() {
  const cores = availableParallelism()
  const free = process.availableMemory?.() ?? freemem()
  return Math.max(Math.min(cores, 2), Math.min(2 * cores, Math.floor(free / memoryOfOne)))
}

/**
 * Runs the tasks, `count` at a time and started in order. Each gets a function `say` for its output. Outputs
 * do not mix: the first running task prints immediately, the others when the tasks before them have ended.
 */
export async function sideBySide(tasks, count, write) {
  const waiting = [...tasks]
  const begun = []
  const runner = async () => {
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const turn = { unsaid: [], ended: false }
      begun.push(turn)
      await task((line) => (turn === begun[0] ? write(line) : turn.unsaid.push(line)))
      turn.ended = true
      while (begun[0]?.ended) {
        begun.shift()
        begun[0]?.unsaid.forEach(write)
      }
    }
  }
  await Promise.all(Array.from({ length: count }, runner))
}
