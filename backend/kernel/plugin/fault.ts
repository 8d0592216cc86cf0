import { inspect } from 'node:util'
import { watchPhase } from './phases.js'

/**
 * What went wrong while a plugin was loaded or started: names the plugin and the phase, because its author and the
 * operator who installed it are seldom the same person.
 */
export class PluginFault extends Error {
  override name = 'PluginFault'

  /** @param phase what was being done, as it reads behind "while", e.g. `starting` */
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

/** Runs a part of a plugin's life; what it throws, and that it never ends, is told with the plugin's name. @throws PluginFault */
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
