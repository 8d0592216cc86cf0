import { createHash } from 'node:crypto'
import { conflict, text, type Problem } from '@crossdock/kernel/http'
import { canonical } from './differences.js'
import type { Plan, Step } from './plan.js'

const short = (value: string, chars: number) =>
  createHash('sha256').update(value).digest('hex').slice(0, chars)

/** Tells whether a definition is still the one it was. */
export const stateOf = (definition: unknown): string => short(canonical(definition), 32)

const keyOf = ({ item }: Step) => short(`${item.kind} ${item.sourceId}`, 16)

/** All that whoever looked at a plan has been shown of an item, and what they would change by applying it. */
function contentOf({ item, source, target, carried }: Step): string {
  const { action, name, targetId } = item
  const sides = [source.definition, target?.definition, target?.name, target?.credentials]
  return short(canonical([action, name, targetId, carried, ...sides]), 16)
}

/** A plan as a text that is sent with the wish to apply it: it says of each item what it was. */
export const fingerprintOf = (steps: readonly Step[]): string =>
  steps.map((step) => `${keyOf(step)}${contentOf(step)}`).join('.')

/** What the texts of `fingerprintOf` look like. */
export const fingerprintShape = /^[0-9a-f]{32}(\.[0-9a-f]{32})*$/

const mostNamed = 10

/** @throws Problem 409 that names what is not as the plan had it any more */
export function assertSame({ steps, fingerprint }: Plan, seen: string): void {
  const before = new Set(seen.split('.'))
  const now = fingerprint.split('.')
  if (before.size === now.length && now.every((one) => before.has(one))) return
  const changed = steps.filter((step) => !before.has(`${keyOf(step)}${contentOf(step)}`))
  throw planChanged(changed.map(({ item }) => item.name))
}

function planChanged(names: readonly string[]): Problem {
  const code = 'E_PLAN_CHANGED'
  if (names.length === 0) {
    return conflict(
      code,
      text('Since the plan was made, there is less to promote. Nothing was done: make a new plan.')
    )
  }
  const named = names.slice(0, mostNamed).join(', ')
  return conflict(
    code,
    text(
      'Since the plan was made, this has changed: {names}. Nothing was done: make a new plan and look at it.',
      { names: named }
    )
  )
}
