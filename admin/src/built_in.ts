import type { ConsolePlugin } from '@crossdock/admin/kit'
import plugins from 'virtual:crossdock-plugins'
import { createRegistry } from './registry/registry.js'

// The core declares its screens exactly as a plugin does.
const core = import.meta.glob<ConsolePlugin>(
  ['./screens/*/index.ts', './palette/index.ts', './shell/index.ts'],
  {
    eager: true,
    import: 'default',
  }
)

/** All plugins of this build. */
export const builtIn: readonly ConsolePlugin[] = [...Object.values(core), ...plugins]

/** The registry of this build. */
export const registry = createRegistry(builtIn)
