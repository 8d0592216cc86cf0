import type { Promotion } from '@crossdock/client'
import type { Factory } from '../../factory.js'
import { pick } from '../../find.js'
import { chosenEnvironment, promotionsPath, workflowsOf } from './path.js'

/** Takes a promotion back; the server says what stands against it. */
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
  await factory.prompter.assertSure(yes, `Take back ${what}?`)
  const undone = await api.post<Promotion>(`${path}/${promotion.id}/undo`, {})
  if (factory.flags.json) return factory.printJson(undone)
  factory.say(`Took back ${what}.`)
  for (const place of undone.lost) {
    factory.note(`Warning: credentials did not come back, enter them again: ${place}`)
  }
}
