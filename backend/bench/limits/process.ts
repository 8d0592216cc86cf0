import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'

// What every limit needs to be a process of the bench: its options, and a way to be asked. It ends with the bench.
process.on('disconnect', () => process.exit(0))

export const options = <T>(): T => JSON.parse(process.argv[2] ?? '{}') as T

/** Serves on a free port of this machine alone, and tells which. */
export function serve(server: Server): void {
  server.listen(0, '127.0.0.1', () =>
    process.send!({ port: (server.address() as AddressInfo).port })
  )
}

/** Works whenever the bench asks. */
export function answer<Question>(work: (question: Question) => Promise<object>): void {
  process.on('message', (question: Question) => {
    void work(question).then((told) => process.send!(told))
  })
  process.send!({})
}
