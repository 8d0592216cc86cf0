import { invalid, text } from '@crossdock/kernel/ground'
import { meters } from '@crossdock/kernel/ledger'
import { limitColumns } from '../queries/known.js'

/**
 * Accepts limits of known meters only. Refuses a meter whose limit is a separate field, because that field would
 * take precedence. A stored limit stays valid, because its plugin may be missing only for now.
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
        text('The limit "{name}" has its own field. Set it next to "limits".', { name })
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
        ? text('There is no meter "{name}". Use one of: {known}.', { name, known })
        : text('There is no meter "{name}": no installed plugin adds one.', { name }),
      'exists'
    )
  }
}
