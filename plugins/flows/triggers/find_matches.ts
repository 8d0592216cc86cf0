import { setImmediate } from 'node:timers/promises'
import { environments } from '@crossdock/environments/contracts'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver } from '@crossdock/kernel/http'
import { logger } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { triggerTypes, type TriggerConfig } from '../contracts/index.js'
import { drivenWorkflows, type DrivenWorkflow } from '../queries/driven_workflows.js'
import { lineageOf, mayStart, type Lineage } from '../queries/lineage.js'

/** An event and a workflow it sets off. */
export interface Match {
  event: LoggedEvent
  workflowId: string
  /** Who lends it their rights. */
  savedBy: string | null
  /** Runs that led to the event. */
  depth: number
}

interface Wanted {
  limit: number
  behind?: { eventId: string; workflowId: string } | undefined
  only?: string | undefined
}

/** What is compared without a pause: requests wait for no more. */
const turnMs = 5

/**
 * What the events set off: event by event, of each the workflows in the order of their ids. What happened in an environment
 * sets off those of that one alone.
 */
export async function findMatches(
  events: LoggedEvent[],
  { limit, behind, only }: Wanted
): Promise<Match[]> {
  const isWanted = (event: LoggedEvent, workflowId: string) =>
    (!only || only === workflowId) &&
    (behind?.eventId !== event.id || workflowId > behind.workflowId)
  const answers = events.map((event) => ({ event, matches: [] as Match[] }))
  const lineages = new Map<LoggedEvent, Lineage>()
  const pause = pauses()
  const placeOf = await places()
  let open = events
  const workflows = drivenWorkflows(
    events.map(({ eventType }) => eventType),
    (id) => events.some((event) => isWanted(event, id))
  )
  // Workflow by workflow, so that each is read and parsed once and few are held at a time.
  for await (const workflow of workflows) {
    if (!(await environments.use().isActive(workflow.environmentId))) continue
    const wanted = open.filter(
      (event) => placeOf(event) === workflow.environmentId && isWanted(event, workflow.id)
    )
    for (const event of await answered(workflow, wanted, pause)) {
      const lineage = lineages.get(event) ?? (await lineageOf(event))
      lineages.set(event, lineage)
      if (!mayStart(lineage, workflow.id)) continue
      const { id: workflowId, savedBy } = workflow
      const match = { event, workflowId, savedBy, depth: lineage.depth }
      answers[events.indexOf(event)]!.matches.push(match)
    }
    // Where the limit is reached, further workflows come too late: they can answer earlier events.
    let total = 0
    const full = answers.findIndex(({ matches }) => (total += matches.length) >= limit)
    if (full !== -1) open = events.slice(0, full)
    if (open.length === 0) break
  }
  return answers.flatMap(({ matches }) => matches).slice(0, limit)
}

/** Where events happened: what happened outside of any environment counts as of `production`. */
async function places(): Promise<(event: LoggedEvent) => string | null> {
  const production = await environmentResolver.use().resolve(currentTenantId(), null)
  return ({ environmentId }) => environmentId ?? production
}

/**
 * Those of the events that set the workflow off; none behind the one where that cannot be told: a
 * newer version wrote the workflow, or its trigger has a fault.
 */
async function answered(
  workflow: DrivenWorkflow,
  events: LoggedEvent[],
  pause: () => Promise<void>
): Promise<LoggedEvent[]> {
  const type = triggerTypes.get(workflow.triggerType)
  const setOff: LoggedEvent[] = []
  let config: TriggerConfig | undefined
  for (const event of events) {
    if (!type?.on?.some(({ name }) => name === event.eventType)) continue
    try {
      config ??= workflow.config()
      if (type.matches?.(config, event)) setOff.push(event)
    } catch (error) {
      const about = { workflowId: workflow.id, eventId: event.id }
      logger
        .use()
        .error({ err: error, ...about }, 'a workflow is left out: its trigger cannot be matched')
      break
    }
    await pause()
  }
  return setOff
}

/** Gives everything else its turn once enough was done since the last time. */
function pauses(): () => Promise<void> {
  let since = performance.now()
  return async () => {
    if (performance.now() - since < turnMs) return
    await setImmediate()
    since = performance.now()
  }
}
