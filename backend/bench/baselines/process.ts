import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

// Shared by all baselines that run as a process: reads their options and answers questions. A baseline ends
// together with the bench.
process.on('disconnect', () => process.exit(0))

export const options = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T

/** Serves on a free local port, and reports the port. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port })
  )
}

/** Answers each question of the bench. */
export function answer<Question>(work: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    void work(question).then((result) => process.send!(result))
  })
  process.send!({})
}
