import { createHash } from 'node:crypto'
import { conflict, text, type Problem } from '@crossdock/kernel/ground'
import { canonical } from './differences.js'
import type { Plan, Step } from '../plan_types.js'

const short = (value: string, chars: number) =>
  createHash('sha256').update(value).digest('hex').slice(0, chars)

/** Returns a hash that changes with the definition. */
export const stateOf = (definition: unknown): string => short(canonical(definition), 32)

const keyOf = ({ item }: Step) => short(`${item.kind} ${item.sourceId}`, 16)

/**
 * Returns everything that the plan shows of an item, and everything that the promotion of the item would change.
 */
function contentOf({ item, source, target, carried }: Step): string {
  const { action, name, targetId } = item
  const sides = [source.definition, target?.definition, target?.name, target?.credentials]
  return short(canonical([action, name, targetId, carried, ...sides]), 16)
}

/** Returns a fingerprint of a plan: one hash for each item. The client sends it when it carries out the plan. */
export const fingerprintOf = (steps: readonly Step[]): string =>
  steps.map((step) => `${keyOf(step)}${contentOf(step)}`).join('.')

/** The pattern of texts from `fingerprintOf`. */
export const fingerprintShape = /^[0-9a-f]{32}(\.[0-9a-f]{32})*$/

const mostNamed = 10

/** @throws Problem 409 that names the items that have changed since the plan */
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
      text(
        'There is less to promote than when the plan was made. Nothing was done: make a new plan.'
      )
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
