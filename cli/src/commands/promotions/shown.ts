import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'

const words: Record<string, string> = { create: 'new', update: 'changed', same: 'unchanged' }
const kinds: Record<string, string> = {
  systems: 'system',
  endpoints: 'endpoint',
  workflows: 'workflow',
}

/** Prints the plan item by item with its differences. Warnings go to stderr. */
export async function showPlan(factory: Factory, plan: Promotion): Promise<void> {
  if (factory.flags.json) return factory.printJson(plan)
  await factory.printList(
    plan.items,
    [
      { title: 'Kind', text: ({ kind }) => kinds[kind] ?? kind },
      { title: 'Name', text: ({ name }) => name, whole: true },
      { title: 'Change', text: ({ action }) => words[action] ?? action },
      { title: 'Fields', text: ({ changes }) => changes.map(({ field }) => field).join(', ') },
      { title: 'Counterpart', text: ({ byName }) => (byName ? 'by name' : ''), onlyPiped: true },
    ],
    'Nothing to promote.'
  )
  for (const { name, changes } of plan.items) {
    for (const { field, from, to } of changes) {
      factory.note(`${name}, ${field}: ${from ?? '(not set)'} → ${to ?? '(not set)'}`)
    }
  }
  for (const { message } of plan.warnings) factory.note(`Warning: ${message}`)
}
