import type { TestContext } from '@japa/runner/core'
import { testClock } from '../../testing/index.js'
import { Egress, EgressError, type EgressOptions } from '../index.js'

/** An egress that may call loopback and ends with the test. */
export function egressFor(t: TestContext, options: EgressOptions = { allow: ['127.0.0.1/32'] }) {
  const egress = new Egress(options)
  t.cleanup(() => egress.close())
  return egress
}

/** Longer than the test lasts: only `pass` lets it expire. */
export const boundMs = 60_000

/** Advances the clock by `boundMs`. */
export function pass(t: TestContext): void {
  testClock.advance(boundMs)
  t.cleanup(() => testClock.reset())
}

/** The error of a call that must not go through. */
export async function failure(promise: Promise<unknown>): Promise<EgressError> {
  try {
    await promise
  } catch (error) {
    if (error instanceof EgressError) return error
    throw error
  }
  throw new Error('It went through')
}
