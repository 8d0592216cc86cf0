import { clock } from '@crossdock/kernel/database'
import { ledger } from '@crossdock/kernel/ledger'
import { currentTenantId } from '@crossdock/kernel/tenancy'
import { text, type Text } from '@crossdock/kernel/http'
import type { ExternalSystem } from '../models/external_system.js'
import type { SystemCircuit } from '../models/system_circuit.js'
import { findCircuit, takeProbe } from './state.js'

/** A step that waits for a reset by hand looks again after this long. */
const restMs = 60_000
/** How long a call waits for its slot before its step is put off, and how often it looks. */
const standMs = 30_000
const lookMs = 500

/** Leave to call a system, or the time to ask again. */
export type Leave =
  | { probe: boolean; release: () => void }
  | { notBefore: Date; why: Text; isPaused: boolean }

type Limited = Pick<ExternalSystem, 'id' | 'name' | 'maxConcurrent' | 'ratePerMinute'>

/** Whether a call needs leave first. */
export const isLimited = (system: Limited, circuit: SystemCircuit | null): boolean =>
  system.maxConcurrent !== null ||
  system.ratePerMinute !== null ||
  (circuit !== null && circuit.state !== 'closed')

/**
 * Asks for leave to make one call, outside of any transaction: calls must not pause, and the call needs a slot among those at once
 * and among those of the minute. After each pause one call is the probe, which finds out whether the system works again.
 * @param patient whether the call waits up to 30 seconds for a slot
 */
export async function leaveFor(
  system: Limited,
  { patient, signal }: { patient: boolean; signal?: AbortSignal }
): Promise<Leave> {
  const circuit = await findCircuit(system.id)
  const paused = circuit && pauseOf(system, circuit)
  if (paused) return paused
  const release = await placeIn(system, patient, signal)
  if (!release) {
    const why = text('{name} takes {limit} calls at once, and all slots are in use.', {
      name: system.name,
      limit: system.maxConcurrent!,
    })
    return { notBefore: later(1_000), why, isPaused: false }
  }
  try {
    const waitMs = await waitForMinute(system)
    if (waitMs > 0) {
      release()
      const why = text('{name} takes {limit} calls a minute, and all of them are used.', {
        name: system.name,
        limit: system.ratePerMinute!,
      })
      return { notBefore: later(waitMs), why, isPaused: false }
    }
    if (!circuit || circuit.state === 'closed') return { probe: false, release }
    if (await takeProbe(circuit)) return { probe: true, release }
    release()
    return { notBefore: later(probedMs), why: pausedWords(system, circuit), isPaused: true }
  } catch (error) {
    release()
    throw error
  }
}

/** While another call is the probe: its result is known soon. */
const probedMs = 5_000

function pauseOf(system: Limited, circuit: SystemCircuit): Leave | undefined {
  if (circuit.state === 'closed') return undefined
  const why = pausedWords(system, circuit)
  if (circuit.until === null) return { notBefore: later(restMs), why, isPaused: true }
  const waitMs = Date.parse(circuit.until) - clock.now()
  if (waitMs <= 0) return undefined
  // A step notices a reset soon, however long the pause is.
  const most = circuit.state === 'half_open' ? probedMs : restMs
  return { notBefore: later(Math.min(waitMs, most)), why, isPaused: true }
}

/** Why a call is not made. */
export function pausedWords(
  { name }: Pick<Limited, 'name'>,
  { byHand, until }: SystemCircuit
): Text {
  if (byHand)
    return text('Calls to {name} are paused by hand until a person resets them.', { name })
  if (until === null) return text('Calls to {name} are paused.', { name })
  return text(
    'Calls to {name} are paused because it failed several times in a row. The next try is at {until}.',
    { name, until }
  )
}

async function placeIn(
  { id, maxConcurrent }: Limited,
  patient: boolean,
  signal: AbortSignal | undefined
): Promise<(() => void) | undefined> {
  if (maxConcurrent === null) return () => {}
  const own = { ...placeOf(id), name: 'systemCallsAtOnce', limit: maxConcurrent }
  const until = clock.ticks() + standMs
  for (;;) {
    const release = await ledger.use().holdOf(own)
    if (release || !patient || clock.ticks() >= until || signal?.aborted) return release
    await pause(lookMs, signal)
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
