import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { chosenEnvironment, promotionsPath, workflowsOf } from './path.js'

/** Undoes a promotion. The server reports what prevents it. */
export async function undoPromotion(
  factory: Factory,
  typed: string,
  { yes = false }: { yes?: boolean }
): Promise<void> {
  const api = await factory.api()
  const path = promotionsPath(chosenEnvironment(factory))
  const promotion = pick(await api.all<Promotion>(path), typed, {
    one: 'promotion',
    list: 'crossdock promotions list',
    ids: ({ id }) => [id ?? ''],
    about: (one) => `${workflowsOf(one)}, from ${one.sourceName}`,
  })
  const what = `the promotion of ${workflowsOf(promotion)} from ${promotion.sourceName} to ${promotion.targetName}`
  await factory.prompter.assertConfirmed(yes, `Undo ${what}?`)
  const undone = await api.post<Promotion>(`${path}/${promotion.id}/undo`, {})
  if (factory.flags.json) return factory.printJson(undone)
  factory.say(`Undid ${what}.`)
  for (const place of undone.lost) {
    factory.note(`Warning: credentials were not restored. Enter them again: ${place}`)
  }
}
