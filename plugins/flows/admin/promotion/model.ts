import type { Promotion } from '@crossdock/client'

/** What is to be promoted, as far as people need to know it. */
export interface Chosen {
  id: string
  name: string
}

/** Below /api: promotions from an environment when they are posted, into one when they are read. */
export const promotionsPath = (environmentId: string) =>
  `environments/${encodeURIComponent(environmentId)}/promotions`

/** What a promotion may have changed in the environment that is shown. */
export const affected = ['environments', 'integrations', 'workflows', 'tenant/usage']

export type PromotedItem = Promotion['items'][number]

/** The workflows of a promotion: what they name went along. */
export const workflowsOf = ({ items }: Promotion): string =>
  items
    .filter(({ kind }) => kind === 'workflows')
    .map(({ name }) => name)
    .join(', ')

type Change = PromotedItem['changes'][number]

/** A whole step that is added or removed, `2.yes.1` standing in the branch of another; undefined for any other change. */
export function stepOf({ field, from, to }: Change) {
  const place = /^steps\.(\d+(?:\.branches\.[\w-]+\.\d+)*)$/.exec(field)?.[1]
  const name = from ?? to
  if (!place || name === null || (from !== null && to !== null)) return undefined
  const number = place.replaceAll('.branches.', '.')
  return { what: from === null ? 'stepAdded' : 'stepRemoved', number, name }
}
