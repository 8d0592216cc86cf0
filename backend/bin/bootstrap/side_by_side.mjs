import { availableParallelism, freemem } from 'node:os'

/** What a test program takes at most with the servers and the browser it starts, in bytes. */
const memoryOfOne = 1.5 * 2 ** 30

/**
 * How many test programs go side by side. They wait some of their time (for a disk, a lease that ends), and start servers
 * and browsers: twice as many as there are cores keep those busy, where memory allows it. More only wait for one another.
 */
export function runners() {
  const cores = availableParallelism()
  const free = process.availableMemory?.() ?? freemem()
  return Math.max(Math.min(cores, 2), Math.min(2 * cores, Math.floor(free / memoryOfOne)))
}

/**
 * Runs the tasks, `count` at a time and begun in their order. Each gets a `say` for its lines. What one says is shown
 * in one piece: the one that began first is heard at once, the others when those before them have ended.
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
