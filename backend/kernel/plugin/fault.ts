import { inspect } from 'node:util'
import { watchPhase } from './phases.js'

/**
 * An error while a plugin was loaded or started. It names the plugin and the phase, because the author and the
 * operator who installed the plugin are seldom the same person.
 */
export class PluginFault extends Error {
  override name = 'PluginFault'

  /** @param phase the activity, as it reads after "while", e.g. `starting` */
  constructor(
    readonly plugin: string,
    readonly phase: string,
    cause: unknown
  ) {
    const reason = cause instanceof Error ? cause.message || cause.name : shown(cause)
    super(`Plugin "${plugin}" failed while ${phase}: ${reason}`, { cause })
  }
}

const shown = (thrown: unknown) => (typeof thrown === 'string' ? thrown : inspect(thrown))

/**
 * Runs a phase of a plugin. An error gets the plugin's name, and a phase that does not end is logged.
 * @throws PluginFault
 */
export async function inPhase<T>(
  plugin: string,
  phase: string,
  work: () => T | Promise<T>
): Promise<T> {
  const end = watchPhase(plugin, phase)
  try {
    return await work()
  } catch (cause) {
    throw cause instanceof PluginFault ? cause : new PluginFault(plugin, phase, cause)
  } finally {
    end()
  }
}
