import { environments } from '@crossdock/environments/contracts'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver } from '@crossdock/kernel/http'
import { logger } from '@crossdock/kernel/plugin'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import {
  triggerTypes,
  type Gathering,
  type TriggerConfig,
  type UnfulfilledRule,
} from '../contracts/index.js'
import {
  answers,
  drivenIds,
  drivenWorkflows,
  type DrivenWorkflow,
} from '../queries/driven_workflows.js'
import { pauses } from '../runs/pauses.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { lineageOf, mayStart, type Lineage } from '../queries/lineage.js'

/** An event and a workflow it sets off. */
export interface Match {
  event: LoggedEvent
  workflowId: string
  /** Who lends it their rights. */
  savedBy: string | null
  /** Runs that led to the event. */
  depth: number
  /** The workflow chose to hear such events: whoever saved it must be able to read them. */
  isHeard: boolean
  /** It starts a run with other events. */
  gathering: Gathering | undefined
  /** Why the event does not set it off after all, where its trigger has rules. */
  refusal?: () => Promise<UnfulfilledRule | undefined>
}

interface Wanted {
  limit: number
  behind?: { eventId: string; workflowId: string } | undefined
  only?: string | undefined
  /** The active workflows that come into question, where the caller has asked for them already. */
  among?: readonly string[]
}

/**
 * What the events set off: event by event, of each the workflows in the order of their ids. What happened in an environment
 * sets off those of that one alone.
 */
export async function findMatches(
  events: LoggedEvent[],
  { limit, behind, only, among }: Wanted
): Promise<Match[]> {
  const isWanted = (event: LoggedEvent, workflowId: string) =>
    (!only || only === workflowId) &&
    (behind?.eventId !== event.id || workflowId > behind.workflowId)
  const answers = events.map((event) => ({ event, matches: [] as Match[] }))
  const lineages = new Map<LoggedEvent, Lineage>()
  const pause = pauses()
  const placeOf = await places()
  let open = events
  const ids = among ?? (await drivenIds(events.map(({ eventType }) => eventType)))
  const workflows = drivenWorkflows(ids.filter((id) => events.some((event) => isWanted(event, id))))
  // Workflow by workflow, so that each is read and parsed once and few are held at a time.
  for await (const workflow of workflows) {
    if (!(await environments.use().isActive(workflow.environmentId))) continue
    const wanted = open.filter(
      (event) => placeOf(event) === workflow.environmentId && isWanted(event, workflow.id)
    )
    const { events: setOff, config, ...how } = await answered(workflow, wanted, pause)
    const type = triggerTypes.get(workflow.triggerType)
    for (const event of setOff) {
      const lineage = lineages.get(event) ?? (await lineageOf(event))
      lineages.set(event, lineage)
      if (!mayStart(lineage, workflow.id)) continue
      const { id: workflowId, savedBy } = workflow
      const match: Match = { event, workflowId, savedBy, depth: lineage.depth, ...how }
      if (type?.refuses) match.refusal = async () => type.refuses!(config!, toTriggerEvent(event))
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
): Promise<Answered> {
  const type = triggerTypes.get(workflow.triggerType)
  const setOff: LoggedEvent[] = []
  let config: TriggerConfig | undefined
  let gathering: Gathering | undefined
  for (const event of events) {
    if (!type || answers(type, event.eventType) === false) continue
    try {
      config ??= workflow.config()
      if (type.matches?.(config, event)) {
        gathering ??= type.gathers?.(config)
        setOff.push(event)
      }
    } catch (error) {
      const about = { workflowId: workflow.id, eventId: event.id }
      logger
        .use()
        .error({ err: error, ...about }, 'a workflow is left out: its trigger cannot be matched')
      break
    }
    await pause()
  }
  return { events: setOff, isHeard: type?.hears !== undefined, gathering, config }
}

interface Answered extends Pick<Match, 'isHeard' | 'gathering'> {
  events: LoggedEvent[]
  config: TriggerConfig | undefined
}
