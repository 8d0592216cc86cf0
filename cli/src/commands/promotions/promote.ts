import type { Promotion, Workflow } from '@crossdock/client'
import { UsageError } from '../../errors.js'
import type { Factory } from '../../factory.js'
import { findRecord } from '../../records/find.js'
import { workflowKind } from '../workflows/kind.js'
import { chosenEnvironment, promotionsPath } from './path.js'
import { showPlan } from './shown.js'

export interface PromoteOptions {
  from?: string
  to?: string
  plan?: boolean
  yes?: boolean
}

/** Shows the plan of a promotion, asks for confirmation, and executes exactly that plan. */
export async function promote(
  factory: Factory,
  typed: string[],
  options: PromoteOptions
): Promise<void> {
  const { plan: isOnlyPlan = false, yes = false } = options
  const from = options.from ?? chosenEnvironment(factory)
  const to = await factory.prompter.valueOrAsk(options.to, {
    message: 'Promote to which environment?',
    flag: '--to',
    validate: (answer) => answer !== '' || 'An environment is required',
  })
  if (to === '') throw new UsageError('--to is empty.')
  // Look up workflows in the source environment.
  factory.flags = { ...factory.flags, environment: from }
  const api = await factory.api()
  const workflowIds = new Set<string>()
  for (const name of typed)
    workflowIds.add((await findRecord<Workflow>(api, workflowKind, name)).id)
  const path = promotionsPath(from)
  const body = { targetId: to, workflowIds: [...workflowIds] }
  const plan = await api.post<Promotion>(path, { ...body, dryRun: true })
  if (isOnlyPlan) return showPlan(factory, plan)
  if (!factory.flags.json) await showPlan(factory, plan)
  const isNothing = plan.items.every(({ action, byName }) => action === 'same' && !byName)
  if (!isNothing) {
    await factory.prompter.assertConfirmed(
      yes,
      `Promote this from ${plan.sourceName} to ${plan.targetName}?`
    )
  }
  // Without differences the server changes nothing and reports that.
  const done = await api.post<Promotion>(path, { ...body, plan: plan.plan })
  if (factory.flags.json) return factory.printJson(done)
  if (done.id === null)
    return factory.say('Nothing to promote: the target environment is up to date.')
  factory.say(`Promoted from ${done.sourceName} to ${done.targetName}.`)
  factory.say(`To undo it: crossdock promotions undo ${done.id} --environment ${to}`)
}
