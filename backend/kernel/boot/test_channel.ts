import { movedByTests } from '../ground/clock.js'

/** A message from a test to a server process, which executes it and answers `true`. */
export type ClockMessage = { advance: number } | { hold: true }

/**
 * Lets the test that started this process move its clock. Does nothing unless the process runs as `NODE_ENV=test` and
 * its parent opened a channel for it, which only `ServerProcess` of the tests does.
 */
export function followTestClock(): void {
  if (process.env.NODE_ENV !== 'test' || !process.send) return
  process.on('message', (message: ClockMessage) => {
    if ('advance' in message) movedByTests.advance(message.advance)
    else movedByTests.hold()
    process.send!(true)
  })
  // The channel must not keep the process alive.
  process.channel?.unref()
}
