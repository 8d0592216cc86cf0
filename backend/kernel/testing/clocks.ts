import { test } from '@japa/runner'
import type { Group } from '@japa/runner/core'
import { movedByTests } from '../ground/clock.js'

const hourMs = 60 * 60_000

/** Clock errors of a process, in milliseconds. */
export const clocks = {
  right: 0,
  'an hour ahead': hourMs,
  'an hour behind': -hourMs,
  'a year ahead': 365 * 24 * hourMs,
}

/**
 * A group of tests that `npm run prove` also runs in a process whose clock is an hour ahead of the database's,
 * and in one an hour behind.
 */
export function groupInEveryClock(title: string, define: (group: Group) => void): void {
  test.group(title, define)
  for (const about of ['an hour ahead', 'an hour behind'] as const) {
    test.group(`${title}, in a process ${about}`, (group) => {
      group.tap((one) => void one.tags(['long'], 'append'))
      group.setup(() => {
        movedByTests.skew(clocks[about])
        return () => movedByTests.skew(0)
      })
      define(group)
    })
  }
}
