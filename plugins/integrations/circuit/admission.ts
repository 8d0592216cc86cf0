import { clock } from '@crossdock/kernel/database'
import { ledger } from '@crossdock/kernel/ledger'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { text, type Text } from '@crossdock/kernel/ground'
import type { ExternalSystem } from '../models/external_system.js'
import type { SystemCircuit } from '../models/system_circuit.js'
import { findCircuit, takeProbe } from './state.js'

/** A step that waits for a manual reset checks again after this time. */
const recheckMs = 60_000
/** How long a call waits for a slot before its step is postponed, and how often the call checks. */
const slotWaitMs = 30_000
const slotPollMs = 500

/** The call may be made. */
interface Granted {
  probe: boolean
  release: () => void
}

/** The call must wait. `why` is for a step, which waits; `refusal` is for a person, who must try again. */
interface MustWait {
  notBefore: Date
  why: Text
  refusal: Text
  isPaused: boolean
}

export type CallPermission = Granted | MustWait

type Limited = Pick<ExternalSystem, 'id' | 'name' | 'maxConcurrent' | 'ratePerMinute'>

interface Patience {
  /** Whether the call waits up to 30 seconds for a slot. */
  patient: boolean
  signal?: AbortSignal
}

/** Returns whether a call must request permission first. */
export const isLimited = (system: Limited, circuit: SystemCircuit | null): boolean =>
  system.maxConcurrent !== null ||
  system.ratePerMinute !== null ||
  (circuit !== null && circuit.state !== 'closed')

/**
 * Requests permission for one call, outside of any transaction. Refuses it while calls are paused or limits are
 * reached. After each pause, one call is the probe that checks whether the system works again.
 */
export async function requestPermission(
  system: Limited,
  patience: Patience
): Promise<CallPermission> {
  const circuit = await findCircuit(system.id)
  const paused = circuit && pauseOf(system, circuit)
  if (paused) return paused
  const capacity = await takeCapacity(system, patience)
  if ('notBefore' in capacity || !circuit || circuit.state === 'closed') return capacity
  if (await asProbe(capacity, circuit)) return { ...capacity, probe: true }
  capacity.release()
  return untilReset(later(probedMs), pauseReason(system, circuit))
}

/**
 * Like `requestPermission`, for a connection test. A test is allowed during a pause, because people test whether
 * the pause can end. After the pause, the test is the probe.
 */
export async function requestTestPermission(system: Limited): Promise<CallPermission> {
  const capacity = await takeCapacity(system, { patient: false })
  if ('notBefore' in capacity) return capacity
  const circuit = await findCircuit(system.id)
  return { ...capacity, probe: circuit !== null && (await asProbe(capacity, circuit)) }
}

async function asProbe({ release }: Granted, circuit: SystemCircuit): Promise<boolean> {
  try {
    return await takeProbe(circuit)
  } catch (error) {
    release()
    throw error
  }
}

/** Takes a slot for a concurrent call and one of the calls per minute, outside of any transaction. */
export async function takeCapacity(system: Limited, patience: Patience): Promise<CallPermission> {
  const { name } = system
  const release = await takeSlot(system, patience)
  if (!release) {
    const values = { name, limit: system.maxConcurrent! }
    return {
      notBefore: later(1_000),
      why: text('{name} takes {limit} calls at once, and all slots are in use.', values),
      refusal: text(
        '{name} takes {limit} calls at once, and all slots are in use. Try again when a call has ended.',
        values
      ),
      isPaused: false,
    }
  }
  try {
    const waitMs = await waitForMinute(system)
    if (waitMs === 0) return { probe: false, release }
    release()
    const values = { name, limit: system.ratePerMinute! }
    return {
      notBefore: later(waitMs),
      why: text('{name} takes {limit} calls a minute, and all of them are used.', values),
      refusal: text(
        '{name} takes {limit} calls a minute, and all of them are used. Try again in {seconds} seconds.',
        { ...values, seconds: Math.ceil(waitMs / 1_000) }
      ),
      isPaused: false,
    }
  } catch (error) {
    release()
    throw error
  }
}

/** How long a step waits while another call is the probe. The result of the probe comes soon. */
const probedMs = 5_000

const untilReset = (notBefore: Date, why: Text): MustWait => ({
  notBefore,
  why,
  refusal: why,
  isPaused: true,
})

function pauseOf(system: Limited, circuit: SystemCircuit): MustWait | undefined {
  if (circuit.state === 'closed') return undefined
  const why = pauseReason(system, circuit)
  if (circuit.until === null) return untilReset(later(recheckMs), why)
  const waitMs = Date.parse(circuit.until) - clock.now()
  if (waitMs <= 0) return undefined
  // Limit the wait, so that even during a long pause a step soon notices a manual reset.
  const most = circuit.state === 'half_open' ? probedMs : recheckMs
  return untilReset(later(Math.min(waitMs, most)), why)
}

/** Returns the reason why a call is not made. */
function pauseReason({ name }: Pick<Limited, 'name'>, { byHand, until }: SystemCircuit): Text {
  if (byHand)
    return text(
      'Calls to {name} were paused by a person and stay paused until a person resets them.',
      { name }
    )
  if (until === null) return text('Calls to {name} are paused.', { name })
  // Omit the time of the next try, because a text has no time zone.
  return text(
    'Calls to {name} are paused because it failed several times in a row. Crossdock tries again by itself.',
    { name }
  )
}

async function takeSlot(
  { id, maxConcurrent }: Limited,
  { patient, signal }: Patience
): Promise<(() => void) | undefined> {
  if (maxConcurrent === null) return () => {}
  const own = { ...placeOf(id), name: 'systemCallsAtOnce', limit: maxConcurrent }
  const until = clock.ticks() + slotWaitMs
  for (;;) {
    const release = await ledger.use().holdOf(own)
    if (release || !patient || clock.ticks() >= until || signal?.aborted) return release
    await pause(slotPollMs, signal)
  }
}

async function waitForMinute({ id, ratePerMinute }: Limited): Promise<number> {
  if (ratePerMinute === null) return 0
  const own = { ...placeOf(id), name: 'systemCallsPerMinute', limit: ratePerMinute }
  return ledger.use().spendOf(own)
}

const placeOf = (systemId: string) => ({ tenantId: currentTenantId(), scope: systemId })

const later = (ms: number) => new Date(clock.now() + ms)

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = clock.after(ms, resolve)
  const stop = () => resolve()
  signal?.addEventListener('abort', stop, { once: true })
  return promise.finally(() => {
    timer.stop()
    signal?.removeEventListener('abort', stop)
  })
}
