import type { Promotion } from '@crossdock/client'

/** The workflow to promote, with the fields that the dialog shows. */
export interface Chosen {
  id: string
  name: string
}

/** Path below /api: POST promotes workflows out of the environment, GET lists the promotions into the environment. */
export const promotionsPath = (environmentId: string) =>
  `environments/${encodeURIComponent(environmentId)}/promotions`

/** Queries to refresh after a promotion into the shown environment. */
export const affected = ['environments', 'integrations', 'workflows', 'tenant/usage']

export type PromotedItem = Promotion['items'][number]

/** The names of the promoted workflows, without the systems and endpoints that they use. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')

type Change = PromotedItem['changes'][number]

/** Returns the step that a change adds or removes; undefined for other changes. `2.yes.1` is a step in a branch. */
export function stepOf({ field, from, to }: Change) {
  const place = /^steps\.(\d+(?:\.branches\.[\w-]+\.\d+)*)$/.exec(field)?.[1]
  const name = from ?? to
  if (!place || name === null || (from !== null && to !== null)) return undefined
  const number = place.replaceAll('.branches.', '.')
  return { what: from === null ? 'stepAdded' : 'stepRemoved', number, name }
}
