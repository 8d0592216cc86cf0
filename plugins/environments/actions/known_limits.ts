import { invalid, text } from '@crossdock/kernel/http'
import { meters } from '@crossdock/kernel/ledger'
import { limitColumns } from '../queries/known.js'

/**
 * Limits are of meters that there are, and that have no field of their own: it would count instead. What was set before stays settable: its plugin may merely not be installed now.
 * @throws Problem 422
 */
export function assertKnownLimits(
  limits: Readonly<Record<string, number>> | undefined,
  stored: Readonly<Record<string, number>>
): void {
  for (const name of Object.keys(limits ?? {})) {
    if (Object.hasOwn(limitColumns, name)) {
      throw invalid(
        `limits.${name}`,
        text('The limit "{name}" is a field of its own: set it beside "limits".', { name })
      )
    }
    if (meters.get(name) || Object.hasOwn(stored, name)) continue
    const known = meters
      .entries()
      .map(([one]) => one)
      .filter((one) => !Object.hasOwn(limitColumns, one))
      .sort()
      .join(', ')
    throw invalid(
      `limits.${name}`,
      known
        ? text('There is no meter "{name}". Those there are: {known}.', { name, known })
        : text('There is no meter "{name}": no plugin here adds one.', { name }),
      'exists'
    )
  }
}
