import { clock, newId, now, transaction } from '@crossdock/kernel/database'
import { recordEvent } from '@crossdock/kernel/events'
import { insertMissing, tenantTable } from '@crossdock/kernel/tenancy'
import type { CallOutcome, SystemFault } from '../contracts/index.js'
import { circuitClosed, circuitOpened } from '../event_types.js'
import type { ExternalSystem } from '../models/external_system.js'
import { IntegrationLog } from '../models/integration_log.js'
import { SystemCircuit } from '../models/system_circuit.js'

/** The first pause; each further pause is twice as long. */
const firstPauseMs = 30_000
const longestPauseMs = 10 * 60_000
/** Only failures within this time count as consecutive. */
const streakMs = 10 * 60_000
/** Maximum time of a probe. Then another call may be the probe. */
const probeMs = 90_000

type GuardedSystem = Pick<ExternalSystem, 'id' | 'name' | 'breakAfter'>

/** The methods that a Lucid query and a kernel query have in common. */
interface CallQuery {
  where(narrow: (call: Conditions) => void): unknown
}
interface Conditions {
  whereNotNull(column: string): Conditions
  orWhere(column: string, value: string): unknown
}

const { table } = SystemCircuit

export const findCircuit = (systemId: string): Promise<SystemCircuit | null> =>
  SystemCircuit.query().where('system_id', systemId).first()

/** Makes a call the probe. If several processes try, only one of them changes the row and succeeds. */
export async function takeProbe({ id }: SystemCircuit): Promise<boolean> {
  const changed: unknown = await tenantTable(table)
    .where('id', id)
    .whereIn('state', ['open', 'half_open'])
    .where('until', '<=', now())
    .update({ state: 'half_open', until: after(probeMs) })
  return Number(changed) > 0
}

/** Returns the fault of the system. Derives it if the connector sets no `fault`. */
export function faultIn({
  fault,
  status,
  statusCode,
}: Pick<CallOutcome, 'fault' | 'status' | 'statusCode'>): SystemFault | null {
  if (status === 'success') return null
  if (fault) return fault
  if (status === 'timeout') return 'timeout'
  return statusCode !== null && statusCode >= 500 ? 'server' : null
}

/**
 * Narrows the log to calls that show the system's health: all calls of runs, and successful tests. People test
 * with arbitrary values, so a failed test does not count.
 */
export const healthCalls = <Query extends CallQuery>(query: Query): Query => {
  query.where((call) => void call.whereNotNull('workflow_id').orWhere('status', 'success'))
  return query
}

/**
 * Opens or closes the circuit after a call of a run, in the transaction of the call's row. The failures are
 * counted in the log, so all processes agree, and a successful call needs no further write.
 */
export async function noteCall(
  system: GuardedSystem,
  outcome: Pick<CallOutcome, 'fault' | 'status' | 'statusCode' | 'message'>,
  probe: boolean
): Promise<void> {
  const fault = faultIn(outcome)
  if (probe) {
    return fault ? reopen(system, outcome.message) : endProbe(system, outcome)
  }
  if (fault && system.breakAfter > 0 && (await hasFailureStreak(system))) {
    await openCircuit(system, { byHand: false, reason: outcome.message })
  }
}

/** Like `noteCall`, for a call that a person made. It can end a pause, but neither starts nor extends one. */
export async function noteTest(
  system: GuardedSystem,
  outcome: Pick<CallOutcome, 'fault' | 'status' | 'statusCode'>,
  probe: boolean
): Promise<void> {
  if (probe) await (faultIn(outcome) ? giveBackProbe(system) : endProbe(system, outcome))
}

/**
 * Ends a probe in which the system did not fail. If the system was not even reached, the next call is the probe.
 */
const endProbe = (
  system: GuardedSystem,
  { status, statusCode }: Pick<CallOutcome, 'status' | 'statusCode'>
): Promise<void> =>
  statusCode !== null || status === 'success' ? closeCircuit(system, false) : giveBackProbe(system)

async function hasFailureStreak({ id, breakAfter }: GuardedSystem): Promise<boolean> {
  const closedAt = (await findCircuit(id))?.closedAt
  const since = new Date(clock.now() - streakMs).toISOString()
  const newest = await healthCalls(IntegrationLog.query().where('system_id', id))
    .where('created_at', '>=', closedAt && closedAt > since ? closedAt : since)
    .whereNot('status', 'pending')
    // A call that Crossdock refused never reached the system.
    .where(
      (asked) =>
        void asked.whereNotNull('fault').orWhereNotNull('status_code').orWhere('status', 'success')
    )
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(breakAfter)
    .select('fault')
  return newest.length === breakAfter && newest.every(({ fault }) => fault !== null)
}

/** Pauses the calls to a system, in the current transaction. Only a person can change an existing pause. */
export async function openCircuit(
  system: GuardedSystem,
  { byHand, reason }: { byHand: boolean; reason: string | null }
): Promise<void> {
  const until = byHand ? null : after(firstPauseMs)
  const open = { state: 'open', by_hand: byHand, opens: 1, reason, opened_at: now(), until }
  const query = tenantTable(table).where('system_id', system.id)
  if (!byHand) query.where('state', 'closed')
  const changed: unknown = await query.update({ ...open })
  const isNew =
    Number(changed) > 0 ||
    (await insertMissing(table, [{ id: newId(), system_id: system.id, ...open }])) > 0
  if (!isNew) return
  await recordEvent(circuitOpened, {
    ...target(system),
    payload: {
      name: system.name,
      byHand,
      reason,
      until,
      failures: byHand ? null : system.breakAfter,
    },
  })
}

/** Ends a pause, in the current transaction. */
export async function closeCircuit(
  system: Pick<GuardedSystem, 'id' | 'name'>,
  byHand: boolean
): Promise<void> {
  const closed = { state: 'closed', by_hand: false, opens: 0, until: null, closed_at: now() }
  const query = tenantTable(table).where('system_id', system.id)
  // A probe ends only its own pause. A person may have ended that pause, or paused the system manually.
  const changed: unknown = await (
    byHand ? query.whereNot('state', 'closed') : query.where('state', 'half_open')
  ).update(closed)
  if (Number(changed) === 0) return
  await recordEvent(circuitClosed, { ...target(system), payload: { name: system.name, byHand } })
}

/** Opens the circuit again after a failed probe. The pause is twice as long as the previous one. */
async function reopen({ id }: GuardedSystem, reason: string): Promise<void> {
  const circuit = await findCircuit(id)
  if (circuit?.state !== 'half_open') return
  const pauseMs = Math.min(longestPauseMs, firstPauseMs * 2 ** Math.min(circuit.opens, 10))
  await tenantTable(table)
    .where('id', circuit.id)
    .where('state', 'half_open')
    .update({ state: 'open', opens: circuit.opens + 1, reason, until: after(pauseMs) })
}

/** Lets the next call be the probe, because the result of this probe is not known. */
async function giveBackProbe({ id }: GuardedSystem): Promise<void> {
  await tenantTable(table)
    .where('system_id', id)
    .where('state', 'half_open')
    .update({ until: now() })
}

/** Like `giveBackProbe`, in its own transaction. */
export const giveUpProbe = (system: GuardedSystem): Promise<void> =>
  transaction(() => giveBackProbe(system))

const after = (ms: number) => new Date(clock.now() + ms).toISOString()

const target = ({ id }: { id: string }) => ({ target: { type: 'external_system', id } })
