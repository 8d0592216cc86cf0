import { environments } from '@crossdock/environments/contracts'
import type { LoggedEvent } from '@crossdock/kernel/events'
import { environmentResolver, currentTenantId } from '@crossdock/kernel/tenancy'
import { logger } from '@crossdock/kernel/plugin'
import {
  triggerTypes,
  type Gathering,
  type TriggerConfig,
  type UnfulfilledRule,
} from '../contracts/index.js'
import {
  reactsTo,
  candidateIds,
  candidateWorkflows,
  type CandidateWorkflow,
} from './candidate_workflows.js'
import { pauses } from '../runs/pauses.js'
import { toTriggerEvent } from '../runs/trigger_event.js'
import { lineageOf, mayStart, type Lineage } from './lineage.js'

/** An event and a workflow that it starts. */
export interface Match {
  event: LoggedEvent
  workflowId: string
  /** The person with whose permissions the run works. */
  savedBy: string | null
  /** Number of runs that led to the event. */
  depth: number
  /** Whether the workflow chooses its events, so that the person who saved it must be allowed to read them. */
  isHeard: boolean
  /** When gathered events start a run together; undefined if each event starts its own run. */
  gathering: Gathering | undefined
  /** Returns the rule that the event does not fulfill; only for triggers with rules. */
  refusal?: () => Promise<UnfulfilledRule | undefined>
}

interface Wanted {
  limit: number
  behind?: { eventId: string; workflowId: string } | undefined
  only?: string | undefined
  /** The workflows to check, if the caller has already queried them. */
  among?: readonly string[]
}

/**
 * Returns the workflows that the events start: event by event, with workflows in id order. Events of an
 * environment start only workflows of that environment.
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
  const environmentOf = await readEnvironments()
  let open = events
  const ids = among ?? (await candidateIds(events.map(({ eventType }) => eventType)))
  const workflows = candidateWorkflows(
    ids.filter((id) => events.some((event) => isWanted(event, id)))
  )
  // Handle workflow by workflow, so that each is read and parsed once and few are in memory together.
  for await (const workflow of workflows) {
    if (!(await environments.use().isActive(workflow.environmentId))) continue
    const wanted = open.filter(
      (event) => environmentOf(event) === workflow.environmentId && isWanted(event, workflow.id)
    )
    const { events: triggering, config, ...how } = await matchingEvents(workflow, wanted, pause)
    const type = triggerTypes.get(workflow.triggerType)
    for (const event of triggering) {
      const lineage = lineages.get(event) ?? (await lineageOf(event))
      lineages.set(event, lineage)
      if (!mayStart(lineage, workflow.id)) continue
      const { id: workflowId, savedBy } = workflow
      const match: Match = { event, workflowId, savedBy, depth: lineage.depth, ...how }
      if (type?.refuses) match.refusal = async () => type.refuses!(config!, toTriggerEvent(event))
      answers[events.indexOf(event)]!.matches.push(match)
    }
    // Once the limit is reached, only matches of earlier events still count, so check no later ones.
    let total = 0
    const full = answers.findIndex(({ matches }) => (total += matches.length) >= limit)
    if (full !== -1) open = events.slice(0, full)
    if (open.length === 0) break
  }
  return answers.flatMap(({ matches }) => matches).slice(0, limit)
}

/**
 * Returns a function that returns the environment of an event. An event without an environment counts for
 * `production`.
 */
async function readEnvironments(): Promise<(event: LoggedEvent) => string | null> {
  const production = await environmentResolver.use().resolve(currentTenantId(), null)
  return ({ environmentId }) => environmentId ?? production
}

/**
 * Returns the events that start the workflow, up to the first event that cannot be checked. That happens if a newer
 * version wrote the workflow, or if its trigger has a bug.
 */
async function matchingEvents(
  workflow: CandidateWorkflow,
  events: LoggedEvent[],
  pause: () => Promise<void>
): Promise<MatchingEvents> {
  const type = triggerTypes.get(workflow.triggerType)
  const triggering: LoggedEvent[] = []
  let config: TriggerConfig | undefined
  let gathering: Gathering | undefined
  for (const event of events) {
    if (!type || reactsTo(type, event.eventType) === false) continue
    try {
      config ??= workflow.config()
      if (type.matches?.(config, event)) {
        gathering ??= type.gathers?.(config)
        triggering.push(event)
      }
    } catch (error) {
      const about = { workflowId: workflow.id, eventId: event.id }
      logger
        .use()
        .error(
          { err: error, ...about },
          'the trigger of a workflow cannot be matched; the workflow is skipped'
        )
      break
    }
    await pause()
  }
  return { events: triggering, isHeard: type?.hears !== undefined, gathering, config }
}

interface MatchingEvents extends Pick<Match, 'isHeard' | 'gathering'> {
  events: LoggedEvent[]
  config: TriggerConfig | undefined
}
